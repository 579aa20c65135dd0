import type { ComponentProps, ReactNode } from "react";
import { Link } from "wouter";
import style from "./Button.module.css";

type Look = "plain" | "main" | "bad" | "bare";

interface Props extends Omit<ComponentProps<"button">, "className"> {
  look?: Look;
  icon?: ReactNode;
  /** The button shows an icon alone; `aria-label` names it. */
  isSquare?: boolean;
}

export function Button({ look = "plain", icon, isSquare = false, type = "button", children, ...rest }: Props) {
  return (
    <button
      {...rest}
      // The linter wants a literal. `type` is "button" unless a form's own button says otherwise.
      // eslint-disable-next-line react/button-has-type
      type={type}
      className={style.button}
      data-look={look}
      data-square={isSquare || undefined}
      title={rest.title ?? (isSquare ? rest["aria-label"] : undefined)}
    >
      {icon}
      {children}
    </button>
  );
}

export function ButtonLink({
  look = "plain",
  href,
  icon,
  children,
}: {
  look?: Look;
  href: string;
  icon?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Link href={href} className={style.button} data-look={look}>
      {icon}
      {children}
    </Link>
  );
}
