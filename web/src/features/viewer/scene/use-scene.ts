import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { onConnection } from '../../../client/connection.ts';
import { useLatest } from '../../../ui/use-latest.ts';
import { afterNextFrame } from '../../../viewer/after-next-frame.ts';
import {
  type LeftOutFile,
  type PlannedFile,
  planScene,
  type ScenePlan,
  type ViewerFile,
} from '../../../viewer/plan-scene.ts';
import { WebGlUnavailable } from '../../../viewer/stage.ts';
import { Watched } from '../../../viewer/tools/watched.ts';
import { createViewer } from '../../../viewer/viewer.ts';
import type { Viewer } from '../../../viewer/viewer.types.ts';
import { formatLength, useLengthUnit } from '../length-unit.ts';
import { useWatched } from '../use-watched.ts';
import type { FileSource } from './load-files.ts';
import { emptyScene, type SceneState, SceneSync } from './scene-sync.ts';

export interface Scene extends SceneState {
  viewer?: Viewer;
  /** Scans that are shown or loading. */
  shown: PlannedFile[];
  /** Scans of the case that are not loaded. */
  leftOut: readonly LeftOutFile[];
  /** The files of the case, with the units in which their scans are drawn. */
  drawn: readonly ViewerFile[];
  /** Loads the scans again whose download failed. */
  retry(): void;
  /** Set if the WebGL context is lost: `waiting` for it, or `stayed` away for long. */
  lost?: 'waiting' | 'stayed';
}

interface SceneOptions extends FileSource {
  container: RefObject<HTMLElement | null>;
  files: ViewerFile[];
  projection: 'perspective' | 'parallel';
  /** Whether a shown scan may be in another unit than millimetres. */
  isUnitUnsure(): boolean;
  /** Called once, because later scans must not disturb a user who is viewing. */
  onReady(viewer: Viewer): void;
  onUnavailable(): void;
}

/** Milliseconds to wait for a lost WebGL context. */
const longestAbsence = 5000;

const nothing = new Watched(emptyScene);

/** Opens a viewer in the container, keeps its scans in sync with the files, and closes it on unmount. */
export function useScene(options: SceneOptions): Scene {
  const { t, i18n } = useTranslation('viewer');
  const plan = useStable(planScene(options.files));
  const [opened, setOpened] = useState<{ viewer: Viewer; sync: SceneSync }>();
  const [lost, setLost] = useState<Scene['lost']>();
  const state = useWatched(opened?.sync.state ?? nothing);
  const latest = useLatest(() => ({ ...options, plan, t, language: i18n.language }));

  useEffect(() => {
    const { projection, onUnavailable } = latest();
    const container = latest().container.current;
    if (!container) return;
    let viewer: Viewer;
    let absence: ReturnType<typeof setTimeout> | undefined;
    try {
      viewer = createViewer(container, {
        projection,
        label: latest().t('canvas'),
        formatLength: (mm, fixed) => {
          const length = formatLength(mm, latest().language, fixed);
          return latest().isUnitUnsure() ? latest().t('unitUnsure', { length }) : length;
        },
        onLost: (isLost) => {
          clearTimeout(absence);
          setLost(isLost ? 'waiting' : undefined);
          if (isLost) absence = setTimeout(() => setLost('stayed'), longestAbsence);
        },
        formatAngle: (degrees) => formatAngle(degrees, latest().language),
        nameOfJaw: (jaw) => latest().t(`groups.${jaw}`),
      });
    } catch (error) {
      if (!(error instanceof WebGlUnavailable)) throw error;
      onUnavailable();
      return;
    }
    const sync = new SceneSync(viewer);
    const unfollow = sync.state.subscribe(() => {
      if (sync.state.get().status !== 'ready') return;
      unfollow();
      viewer.stay();
      latest().onReady(viewer);
    });
    setOpened({ viewer, sync });
    // Called directly instead of on the next render, so that the downloads start immediately.
    void followPlan(latest().plan, sync, viewer, latest());
    return () => {
      sync.dispose();
      clearTimeout(absence);
      setLost(undefined);
      viewer.dispose();
      setOpened(undefined);
    };
  }, [latest]);

  useEffect(() => {
    if (opened) void followPlan(plan, opened.sync, opened.viewer, latest());
  }, [opened, plan, latest]);

  // Following the same plan again loads what has failed.
  const retry = useCallback(() => {
    if (opened) void followPlan(latest().plan, opened.sync, opened.viewer, latest());
  }, [opened, latest]);
  useEffect(() => onConnection(({ isUp }) => isUp && retry()), [retry]);

  const viewer = opened?.viewer;
  useEffect(() => viewer?.setProjection(options.projection), [viewer, options.projection]);
  // Labels on the picture follow the unit.
  const unit = useLengthUnit();
  useEffect(() => {
    if (unit) viewer?.context.draw();
  }, [viewer, unit]);

  const shown = plan.meshes.filter(
    ({ file }) => !state.failures.some(({ planned }) => planned.file.id === file.id),
  );
  const drawn = opened?.sync.asDrawn(options.files) ?? options.files;
  return { ...state, viewer, shown, drawn, leftOut: plan.leftOut, retry, lost };
}

/** Loads a plan, and prepares the surfaces for queries only afterwards, because rendering has priority. */
async function followPlan(plan: ScenePlan, sync: SceneSync, viewer: Viewer, source: FileSource) {
  await sync.follow(plan, source);
  if (sync.state.get().isLoading) return;
  afterNextFrame(() => viewer.context.surfaces.prepare());
}

/** Returns the previous value while nothing in it changed, so that refetching the case has no effect. */
function useStable<Value>(value: Value): Value {
  const key = JSON.stringify(value);
  const kept = useRef({ key, value });
  if (kept.current.key !== key) kept.current = { key, value };
  return kept.current.value;
}

function formatAngle(degrees: number, language: string): string {
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  return `${new Intl.NumberFormat(language, digits).format(degrees)}°`;
}
