import type { Orientation } from '@cusp/contract/orientation';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { planScene, type ViewerFile } from '../../viewer/plan-scene.ts';
import { WebGlUnavailable } from '../../viewer/stage.ts';
import { createViewer } from '../../viewer/viewer.ts';
import type { Viewer } from '../../viewer/viewer.types.ts';
import type { FetchLightCopy } from './case-viewer.types.ts';
import styles from './frame.module.css';
import { SceneSync } from './scene/scene-sync.ts';

interface LivePictureProps {
  files: ViewerFile[];
  fetchLightCopy: FetchLightCopy;
  mark: Orientation | null;
  /** Whether it is on the screen. */
  isSeen: boolean;
  /** Called if it cannot be drawn (any more): without WebGL, or if a scan has no light copy. */
  onGone(): void;
}

/** The scans of a case as a small model that turns once and can be turned by hand, from the coarse levels of the light copies. */
export default function LivePicture({
  files,
  fetchLightCopy,
  mark,
  isSeen,
  onGone,
}: LivePictureProps): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const latest = useRef({ files, fetchLightCopy, mark, onGone });
  const [viewer, setViewer] = useState<Viewer>();
  useEffect(() => {
    const { files, fetchLightCopy, mark, onGone } = latest.current;
    const made = box.current && viewerIn(box.current, onGone);
    if (!made) return onGone();
    made.setMark(mark);
    const sync = new SceneSync(made);
    const unfollow = sync.state.subscribe(() => {
      const { status, failures } = sync.state.get();
      if (status === 'loading' && failures.length === 0) return;
      unfollow();
      // The drawn level is fine enough for its size.
      sync.dispose();
      // Without one of its scans the model would be incomplete.
      if (status !== 'ready' || failures.length > 0) return onGone();
      setViewer(made);
    });
    const onlyLight = () => Promise.reject(new Error('only light copies'));
    void sync.follow({ ...planScene(files), margins: [] }, { fetchLightCopy, fetchFile: onlyLight });
    return () => {
      unfollow();
      sync.dispose();
      made.dispose();
    };
  }, []);
  useEffect(() => (isSeen ? viewer?.swing() : undefined), [viewer, isSeen]);
  return <div ref={box} className={styles.live} data-shown={viewer !== undefined || undefined} />;
}

/** A viewer without names and keys, because the still picture below has the name; undefined without WebGL. */
function viewerIn(box: HTMLElement, onLost: () => void): Viewer | undefined {
  try {
    return createViewer(box, {
      projection: 'perspective',
      label: '',
      isPicture: true,
      onLost: (isLost) => isLost && onLost(),
      formatLength: String,
      formatAngle: String,
      nameOfJaw: () => '',
    });
  } catch (error) {
    if (error instanceof WebGlUnavailable) return undefined;
    throw error;
  }
}
