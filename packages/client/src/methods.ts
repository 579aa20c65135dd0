// The types of the methods, by the kind of their endpoint.
import type { Operations } from "./_generated/operations.js";
import type { ItemOf, List, Page } from "./lists.js";
import type { CallOptions } from "./service.js";

/** The method and the path of an endpoint below `/api/v1`, such as `POST /runs/start`. */
export type OperationName = keyof Operations;

/** What a call takes: the parameters of the path and of the query, or the fields of the body. */
export type InputOf<Name extends OperationName> = Operations[Name]["input"];

/** What a call resolves with: the `data` of the answer, or a page of a list. */
export type AnswerOf<Name extends OperationName> = Operations[Name]["answer"];

/** The input may be left out where no field of it is required. */
export type Arguments<Input> =
  Partial<Input> extends Input
    ? [input?: Input | undefined, options?: CallOptions]
    : [input: Input, options?: CallOptions];

/** A list of one thing takes its id, and everything else in one object. */
type FollowArguments<Input> = Input extends { id: string }
  ? [id: string, options?: Omit<Input, "id"> & CallOptions]
  : [options?: Input & CallOptions];

type MethodOf<Kind, Input, Answer> = Kind extends "list"
  ? (...args: Arguments<Input>) => List<Answer extends Page<unknown> ? Answer : never>
  : Kind extends "follow"
    ? (...args: FollowArguments<Input>) => AsyncGenerator<ItemOf<Answer>, void, void>
    : (...args: Arguments<Input>) => Promise<Answer>;

export type Method<Name extends OperationName> = MethodOf<Operations[Name]["kind"], InputOf<Name>, AnswerOf<Name>>;
