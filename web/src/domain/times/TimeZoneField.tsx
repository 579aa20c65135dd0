// The time zone of a schedule or of a period, with all zones that the browser knows as suggestions.
import { useId } from "react";
import { TextField } from "../../parts/Fields";

interface Props {
  label: string;
  hint?: string;
  value: string;
  onChange: (value: string) => void;
  problem: string | undefined;
}

export function TimeZoneField(field: Props) {
  const zones = useId();
  return (
    <div>
      <TextField {...field} list={zones} />
      <datalist id={zones}>
        {Intl.supportedValuesOf("timeZone").map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </div>
  );
}
