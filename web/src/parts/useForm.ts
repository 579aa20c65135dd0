// A form whose text survives until the service has accepted it, and which shows the service's problems at their fields.
import { useState } from "react";
import { toServiceError } from "../feedback/serviceError";
import { useDraft } from "./useDraft";
import { useFormProblems } from "./useFormProblems";

interface FieldState<Value> {
  value: Value;
  onChange: (value: Value) => void;
  problem: string | undefined;
}

export interface FormState<Fields> {
  draft: Fields;
  change: (changes: Partial<Fields>) => void;
  /** For a field of parts/Fields.tsx. `as` is its name in requests, where that is another one. */
  field: <Name extends keyof Fields & string>(name: Name, as?: string) => FieldState<Fields[Name]>;
  /** Sends the form. When the service accepts it, nothing of it is kept any more. */
  submit: (send: (draft: Fields) => Promise<unknown>) => Promise<void>;
  isSending: boolean;
  problemOf: (field: string | null) => string | undefined;
}

export function useForm<Fields extends object>(name: string, empty: Fields): FormState<Fields> {
  const { draft, change, discard } = useDraft(name, empty);
  const { problemOf, setError, forget, clear } = useFormProblems();
  const [isSending, setSending] = useState(false);
  return {
    draft,
    change,
    field: (name, as = name) => ({
      value: draft[name],
      onChange: (value) => {
        forget(as);
        change({ [name]: value } as unknown as Partial<Fields>);
      },
      problem: problemOf(as),
    }),
    async submit(send) {
      if (isSending) return;
      setSending(true);
      clear();
      try {
        await send(draft);
        discard();
      } catch (error) {
        setError(toServiceError(error));
      } finally {
        setSending(false);
      }
    },
    isSending,
    problemOf,
  };
}
