import { ArrowUp } from "lucide-react";
import { Button } from "./Button";
import style from "./NewRowsButton.module.css";

export function NewRowsButton({ count, what, onShow }: { count: number; what: string; onShow: () => void }) {
  return (
    <div className={style.corner} role="status">
      {count > 0 && (
        <Button look="main" icon={<ArrowUp size={14} aria-hidden />} onClick={onShow}>
          {count} new {count === 1 ? what : `${what}s`}
        </Button>
      )}
    </div>
  );
}
