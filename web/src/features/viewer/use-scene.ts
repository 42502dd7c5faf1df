import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type PlannedFile, planScene, type ViewerFile } from '../../viewer/plan-scene.ts';
import { WebGlUnavailable } from '../../viewer/stage.ts';
import { createViewer, type Viewer } from '../../viewer/viewer.ts';
import type { FailedFile, LoadFailure } from './case-viewer.types.ts';
import { type FileSource, loadScene } from './load-scene.ts';

export interface Scene {
  viewer?: Viewer;
  /** Ready as soon as every scan is in the picture, coarse ones included. */
  status: 'loading' | 'ready' | 'failed';
  /** Whether every scan is there in full. */
  isSharp: boolean;
  /** Scans that are in the picture or on their way. */
  shown: PlannedFile[];
  failures: FailedFile[];
  /** 0 to 100. */
  progress: number;
  /** Whether the graphics card has let go of the picture, and has not come back for long. */
  lost?: 'waiting' | 'stayed';
}

interface SceneOptions extends FileSource {
  container: RefObject<HTMLElement | null>;
  files: ViewerFile[];
  projection: 'perspective' | 'parallel';
  onReady(viewer: Viewer): void;
  onUnavailable(): void;
}

/** Milliseconds after which a picture that went is not waited for any more. */
const longestAbsence = 5000;

/** Opens a viewer in the container, loads the scans of the files and closes it with the component. */
export function useScene(options: SceneOptions): Scene {
  const { t, i18n } = useTranslation('viewer');
  const plan = useStable(planScene(options.files));
  const [viewer, setViewer] = useState<Viewer>();
  const [status, setStatus] = useState<Scene['status']>('loading');
  const [isSharp, setSharp] = useState(false);
  const [failures, setFailures] = useState<FailedFile[]>([]);
  const [lost, setLost] = useState<Scene['lost']>();
  const [loaded, setLoaded] = useState<Record<number, number>>({});
  const latest = useRef({ ...options, t, language: i18n.language });
  latest.current = { ...options, t, language: i18n.language };

  useEffect(() => {
    const { container, projection, onUnavailable } = latest.current;
    if (!container.current) return;
    const loading = new AbortController();
    let opened: Viewer;
    let absence: ReturnType<typeof setTimeout> | undefined;
    try {
      opened = createViewer(container.current, {
        projection,
        isSmallScreen: window.innerWidth < 1024,
        label: latest.current.t('canvas'),
        formatLength: (mm) => formatLength(mm, latest.current.language),
        onLost: (isLost) => {
          clearTimeout(absence);
          setLost(isLost ? 'waiting' : undefined);
          if (isLost) absence = setTimeout(() => setLost('stayed'), longestAbsence);
        },
      });
    } catch (error) {
      if (!(error instanceof WebGlUnavailable)) throw error;
      onUnavailable();
      return;
    }
    setViewer(opened);
    setStatus('loading');
    setSharp(false);
    setFailures([]);
    setLoaded({});
    const note = (id: number, bytes: number) => setLoaded((before) => ({ ...before, [id]: bytes }));
    const awaited = new Set(plan.meshes);
    const failed = new Set<PlannedFile>();
    let isReady = false;
    const settled = (planned: PlannedFile) => {
      awaited.delete(planned);
      if (isReady || awaited.size > 0 || failed.size === plan.meshes.length) return;
      isReady = true;
      setStatus('ready');
      latest.current.onReady(opened);
    };
    const watcher = {
      progress: note,
      appeared: (planned: PlannedFile) => {
        opened.frame();
        settled(planned);
      },
      done: (id: number) => note(id, Number.POSITIVE_INFINITY),
      failed: (planned: PlannedFile, reason: LoadFailure) => {
        note(planned.file.id, Number.POSITIVE_INFINITY);
        setFailures((before) => [...before, { planned, reason }]);
        if (!plan.meshes.includes(planned)) return;
        failed.add(planned);
        settled(planned);
      },
    };
    loadScene(plan, opened, latest.current, watcher, loading.signal).then(
      () => {
        setSharp(true);
        opened.bench.surfaces.prepare();
        if (failed.size === plan.meshes.length) setStatus('failed');
      },
      // Aborted: the component is gone or the files changed.
      () => undefined,
    );
    return () => {
      loading.abort();
      clearTimeout(absence);
      setLost(undefined);
      opened.dispose();
      setViewer(undefined);
    };
  }, [plan]);

  useEffect(() => viewer?.setProjection(options.projection), [viewer, options.projection]);

  const all = [...plan.meshes, ...plan.margins];
  const total = all.reduce((sum, { file }) => sum + Math.max(1, file.size), 0);
  const arrived = all.reduce(
    (sum, { file }) => sum + Math.min(Math.max(1, file.size), loaded[file.id] ?? 0),
    0,
  );
  const shown = plan.meshes.filter((planned) => !failures.some((failure) => failure.planned === planned));
  return {
    viewer,
    status,
    isSharp,
    shown,
    failures,
    progress: total > 0 ? (100 * arrived) / total : 0,
    lost,
  };
}

/** The same plan as before when nothing in it changed, so that a refetch of the case loads nothing anew. */
function useStable<Value>(value: Value): Value {
  const key = JSON.stringify(value);
  return useMemo(() => JSON.parse(key) as Value, [key]);
}

function formatLength(millimetres: number, language: string): string {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  return `${new Intl.NumberFormat(language, digits).format(millimetres)} mm`;
}
