// A picture that an agent may have made: only its pixels are shown, and never a page.
import { useEffect, useRef, useState } from "react";
import { pictureType } from "#convex/lib/mediaTypes";
import { Button } from "../../../parts/Button";
import type { Artifact } from "./Artifacts";
import { useArtifactContent } from "./useArtifactContent";
import style from "./Artifacts.module.css";

/** Larger pictures are loaded when somebody asks for them. */
const maxUnasked = 3_000_000;

interface Props {
  artifact: Artifact;
  onOpen: (source: string) => void;
}

export function Picture({ artifact, onOpen }: Props) {
  const { name, size } = artifact;
  const [isAsked, setAsked] = useState(size <= maxUnasked);
  const { place, source, failed, fail } = usePicture(artifact, isAsked);
  return (
    <div ref={place} className={style.picture}>
      {failed && <p className={style.note}>This picture cannot be shown.</p>}
      {!isAsked && <Button onClick={() => setAsked(true)}>Show the picture</Button>}
      {source !== null && !failed && (
        <button type="button" className={style.open} aria-label={`Open ${name}`} onClick={() => onOpen(source)}>
          <img src={source} alt={name} onError={fail} />
          <span>Open</span>
        </button>
      )}
    </div>
  );
}

/** Loads the picture when its place comes into view. */
function usePicture({ id, mediaType }: Artifact, isAsked: boolean) {
  const read = useArtifactContent();
  const place = useRef<HTMLDivElement>(null);
  const [source, setSource] = useState<string | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (element === null || !isAsked) return;
    let isGone = false;
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      read(id).then(
        (base64) => !isGone && setSource(`data:${pictureType(mediaType) ?? "image/png"};base64,${base64}`),
        () => !isGone && setFailed(true),
      );
    });
    observer.observe(element);
    return () => {
      isGone = true;
      observer.disconnect();
    };
  }, [read, id, mediaType, isAsked]);
  return { place, source, failed, fail: () => setFailed(true) };
}
