import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type PlannedFile, planScene, type ViewerFile } from '../../viewer/plan-scene.ts';
import { WebGlUnavailable } from '../../viewer/stage.ts';
import { createViewer, type Viewer } from '../../viewer/viewer.ts';
import type { FailedFile, FetchFile, LoadFailure } from './case-viewer.types.ts';
import { loadScene } from './load-scene.ts';

export interface Scene {
  viewer?: Viewer;
  status: 'loading' | 'ready' | 'failed';
  /** Scans that are in the picture or on their way. */
  shown: PlannedFile[];
  failures: FailedFile[];
  /** 0 to 100. */
  progress: number;
}

interface SceneOptions {
  container: RefObject<HTMLElement | null>;
  files: ViewerFile[];
  projection: 'perspective' | 'parallel';
  fetchFile: FetchFile;
  onReady(viewer: Viewer): void;
  onUnavailable(): void;
}

/** Opens a viewer in the container, loads the scans of the files and closes it with the component. */
export function useScene(options: SceneOptions): Scene {
  const { t, i18n } = useTranslation('viewer');
  const plan = useStable(planScene(options.files));
  const [viewer, setViewer] = useState<Viewer>();
  const [status, setStatus] = useState<Scene['status']>('loading');
  const [failures, setFailures] = useState<FailedFile[]>([]);
  const [loaded, setLoaded] = useState<Record<number, number>>({});
  const latest = useRef({ ...options, t, language: i18n.language });
  latest.current = { ...options, t, language: i18n.language };

  useEffect(() => {
    const { container, projection, onUnavailable } = latest.current;
    if (!container.current) return;
    const loading = new AbortController();
    let opened: Viewer;
    try {
      opened = createViewer(container.current, {
        projection,
        isSmallScreen: window.innerWidth < 1024,
        label: latest.current.t('canvas'),
        formatDistance: (mm) => formatDistance(mm, latest.current.language),
      });
    } catch (error) {
      if (!(error instanceof WebGlUnavailable)) throw error;
      onUnavailable();
      return;
    }
    setViewer(opened);
    setStatus('loading');
    setFailures([]);
    setLoaded({});
    const note = (id: number, bytes: number) => setLoaded((before) => ({ ...before, [id]: bytes }));
    let failedMeshes = 0;
    const watcher = {
      progress: note,
      done: (id: number) => note(id, Number.POSITIVE_INFINITY),
      failed: (planned: PlannedFile, reason: LoadFailure) => {
        note(planned.file.id, Number.POSITIVE_INFINITY);
        setFailures((before) => [...before, { planned, reason }]);
        if (plan.meshes.includes(planned)) failedMeshes++;
      },
    };
    loadScene(plan, opened, latest.current.fetchFile, watcher, loading.signal).then(
      () => {
        if (failedMeshes === plan.meshes.length) return setStatus('failed');
        opened.frame();
        setStatus('ready');
        latest.current.onReady(opened);
      },
      // Aborted: the component is gone or the files changed.
      () => undefined,
    );
    return () => {
      loading.abort();
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
  return { viewer, status, shown, failures, progress: total > 0 ? (100 * arrived) / total : 0 };
}

/** The same plan as before when nothing in it changed, so that a refetch of the case loads nothing anew. */
function useStable<Value>(value: Value): Value {
  const key = JSON.stringify(value);
  return useMemo(() => JSON.parse(key) as Value, [key]);
}

function formatDistance(millimetres: number, language: string): string {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  return `${new Intl.NumberFormat(language, digits).format(millimetres)} mm`;
}
