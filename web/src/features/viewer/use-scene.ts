import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type PlannedFile, planScene, type ScenePlan, type ViewerFile } from '../../viewer/plan-scene.ts';
import { WebGlUnavailable } from '../../viewer/stage.ts';
import { createViewer } from '../../viewer/viewer.ts';
import type { Viewer } from '../../viewer/viewer.types.ts';
import type { Viewpoint } from '../../viewer/viewpoint.ts';
import type { FailedFile, LoadFailure } from './case-viewer.types.ts';
import { formatLength, useLengthUnit } from './length-unit.ts';
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
  /** Called once: when other files take the place of the first, whoever looks at them goes on as before. */
  onReady(viewer: Viewer): void;
  onUnavailable(): void;
}

/** Milliseconds after which a picture that went is not waited for any more. */
const longestAbsence = 5000;

/** Opens a viewer in the container, loads the scans of the files and closes it with the component. */
export function useScene(options: SceneOptions): Scene {
  const { t, i18n } = useTranslation('viewer');
  const now = planScene(options.files);
  const plan = useStable(now, now);
  // What a file is taken for moves it in the picture and loads nothing anew.
  const loads = useStable(now, filesIn(now));
  const [viewer, setViewer] = useState<Viewer>();
  const [status, setStatus] = useState<Scene['status']>('loading');
  const [isSharp, setSharp] = useState(false);
  const [failures, setFailures] = useState<FailedFile[]>([]);
  const [lost, setLost] = useState<Scene['lost']>();
  const [loaded, setLoaded] = useState<Record<number, number>>({});
  const before = useRef<{ view: Viewpoint; hasFocus: boolean }>(undefined);
  const latest = useRef({ ...options, plan, t, language: i18n.language });
  latest.current = { ...options, plan, t, language: i18n.language };

  useEffect(() => {
    const { projection, onUnavailable } = latest.current;
    const container = latest.current.container.current;
    if (!container) return;
    const loading = new AbortController();
    let opened: Viewer;
    let absence: ReturnType<typeof setTimeout> | undefined;
    try {
      opened = createViewer(container, {
        projection,
        isSmallScreen: window.innerWidth < 1024,
        label: latest.current.t('canvas'),
        formatLength: (mm, fixed) => formatLength(mm, latest.current.language, fixed),
        onLost: (isLost) => {
          clearTimeout(absence);
          setLost(isLost ? 'waiting' : undefined);
          if (isLost) absence = setTimeout(() => setLost('stayed'), longestAbsence);
        },
        formatAngle: (degrees) => formatAngle(degrees, latest.current.language),
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
    const awaited = new Set(loads.meshes);
    const failed = new Set<PlannedFile>();
    let isReady = false;
    const settled = (planned: PlannedFile) => {
      awaited.delete(planned);
      if (isReady || awaited.size > 0 || failed.size === loads.meshes.length) return;
      isReady = true;
      setStatus('ready');
      if (!before.current) return latest.current.onReady(opened);
      opened.flyTo(before.current.view);
      if (before.current.hasFocus) opened.focus();
    };
    const watcher = {
      progress: note,
      appeared: (planned: PlannedFile) => {
        arrange(opened, latest.current.plan);
        opened.frame();
        settled(planned);
      },
      done: (id: number) => {
        arrange(opened, latest.current.plan);
        note(id, Number.POSITIVE_INFINITY);
      },
      failed: (planned: PlannedFile, reason: LoadFailure) => {
        note(planned.file.id, Number.POSITIVE_INFINITY);
        setFailures((before) => [...before, { planned, reason }]);
        if (!loads.meshes.includes(planned)) return;
        failed.add(planned);
        settled(planned);
      },
    };
    loadScene(loads, opened, latest.current, watcher, loading.signal).then(
      () => {
        setSharp(true);
        opened.bench.surfaces.prepare();
        if (failed.size === loads.meshes.length) setStatus('failed');
      },
      // Aborted: the component is gone or the files changed.
      () => undefined,
    );
    return () => {
      loading.abort();
      if (isReady)
        before.current = { view: opened.viewpoint, hasFocus: container.contains(document.activeElement) };
      clearTimeout(absence);
      setLost(undefined);
      opened.dispose();
      setViewer(undefined);
    };
  }, [loads]);

  useEffect(() => {
    if (viewer) arrange(viewer, plan);
  }, [viewer, plan]);

  useEffect(() => viewer?.setProjection(options.projection), [viewer, options.projection]);
  // What is written on the picture follows the unit.
  const unit = useLengthUnit();
  useEffect(() => {
    if (unit) viewer?.bench.draw();
  }, [viewer, unit]);

  const all = [...plan.meshes, ...plan.margins];
  const total = all.reduce((sum, { file }) => sum + Math.max(1, file.size), 0);
  const arrived = all.reduce(
    (sum, { file }) => sum + Math.min(Math.max(1, file.size), loaded[file.id] ?? 0),
    0,
  );
  const shown = plan.meshes.filter(
    ({ file }) => !failures.some((failure) => failure.planned.file.id === file.id),
  );
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

/** Puts what is in the picture where its files belong now. */
function arrange(viewer: Viewer, { meshes, margins }: ScenePlan): void {
  for (const { file, layer, kind } of meshes) viewer.moveScan({ id: file.id, layer, jaw: kind.jaw });
  for (const { file, kind } of margins) viewer.moveMargin(file.id, kind.jaw);
}

/** The files that a plan loads, whatever they are taken for. */
const filesIn = ({ meshes, margins, materials }: ScenePlan) => [
  ...[meshes, margins].map((all) => all.map(({ file }) => file)),
  materials,
];

/** The same value as before when nothing in its mark changed, so that a refetch of the case loads nothing anew. */
function useStable<Value>(value: Value, mark: unknown): Value {
  const key = JSON.stringify(mark);
  const kept = useRef({ key, value });
  if (kept.current.key !== key) kept.current = { key, value };
  return kept.current.value;
}

function formatAngle(degrees: number, language: string): string {
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  return `${new Intl.NumberFormat(language, digits).format(degrees)}°`;
}
