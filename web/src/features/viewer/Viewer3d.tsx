import { Progress, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { afterNextFrame } from '../../viewer/after-next-frame.ts';
import { prepareToLoad } from '../../viewer/loading/light-loader.ts';
import { UnitQuestions } from '../scans/scans.offers.tsx';
import type { CaseViewerProps } from './case-viewer.types.ts';
import { FrontHint } from './FrontHint.tsx';
import styles from './frame.module.css';
import { LayerPanel } from './LayerPanel.tsx';
import { UnitDoubt } from './length-unit.ts';
import { ScanSource } from './maps/scan-source.ts';
import messages from './messages.module.css';
import panels from './panels.module.css';
import { PinLayer, sheetOf } from './pins/PinLayer.tsx';
import { PinHint, PinTools } from './pins/PinTools.tsx';
import { usePictures } from './pins/use-pictures.ts';
import { usePinning } from './pins/use-pinning.ts';
import { usePins } from './pins/use-pins.ts';
import { useScene } from './scene/use-scene.ts';
import { OpenPanelContext } from './tools/open-panel.ts';
import { useTools } from './tools/use-tools.ts';
import { useEscape } from './use-escape.ts';
import { useFront } from './use-front.ts';
import { dock, useInsets } from './use-insets.ts';
import { useLayers } from './use-layers.ts';
import { useUnitDoubts } from './use-unit-doubts.ts';
import { Arrived, FailedFiles, LeftOutFiles, LostMeasuring, LostPicture } from './ViewerMessages.tsx';
import { ViewerToolbar } from './ViewerToolbar.tsx';
import { useViews } from './views/use-views.ts';

// Starts the worker while the scene is set up.
prepareToLoad();

/** Minimum width of the stage for layers on one side and tool panels on the other, in CSS pixels. */
const layersBeside = 960;

interface Viewer3dProps extends Omit<CaseViewerProps, 'previewUrl'> {
  /** A pin to show, requested from outside; each request is a new object. */
  wish: { pin: number } | undefined;
  onClose(): void;
  onUnavailable(): void;
  /** Closes the viewer and opens it again. */
  onReopen(): void;
}

/** The 3D view with its tools. It becomes maximised once everything is loaded. */
export default function Viewer3d({
  subject,
  files,
  projection,
  fetchLightCopy,
  fetchFile,
  onDownload,
  pinThread,
  pictureTarget,
  orientationStore,
  wish,
  onClose,
  onUnavailable,
  onReopen,
  onDrawn,
}: Viewer3dProps) {
  const { t } = useTranslation(['viewer', 'scans']);
  const dialog = useRef<HTMLDialogElement>(null);
  const container = useRef<HTMLDivElement>(null);
  const maximiseButton = useRef<HTMLButtonElement>(null);
  const [isMaximised, setMaximised] = useState(false);
  const [isSolid, setSolid] = useState(false);
  const isWide = useMediaQuery('(min-width: 1024px)', true, { getInitialValueInEffect: false });
  const [wantsLayers, setWantsLayers] = useState<boolean>();
  // Inside the page the list would cover the scans.
  const showsLayers = wantsLayers ?? (isWide && isMaximised);

  const maximise = useCallback(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
    setMaximised(true);
  }, []);
  const isUnitUnsure = useRef(false);
  const scene = useScene({
    container,
    files,
    projection,
    fetchLightCopy,
    fetchFile,
    onUnavailable,
    isUnitUnsure: () => isUnitUnsure.current,
    onReady: (viewer) => {
      maximise();
      viewer.focus();
    },
  });
  const { viewer, status, isSharp, isLoading, shown, leftOut, failures, progress, arrived, lost } = scene;
  const layers = useLayers(viewer, shown);
  useEffect(() => viewer?.setSolid(isSolid), [viewer, isSolid]);
  useEffect(() => viewer?.setMaximised(isMaximised), [viewer, isMaximised]);
  const front = useFront(viewer, orientationStore);
  const views = useViews(status === 'ready' ? viewer : undefined, layers, front);
  const tools = useTools(viewer);
  useInsets(dialog, viewer);
  const ready = status === 'ready' ? viewer : undefined;
  const doubts = useUnitDoubts(ready, files);
  const isUnsure = doubts.length > 0;
  // Measures on the picture carry a mark while the unit is uncertain.
  useEffect(() => {
    isUnitUnsure.current = isUnsure;
    viewer?.context.draw();
  }, [viewer, isUnsure]);
  const layerOf = (scan: number) => shown.find(({ file }) => file.id === scan)?.layer;
  const scans = { files: scene.drawn, layers: layers.list, layerOf };
  const pins = usePins({ viewer: ready, thread: pinThread, ...scans, wish });
  const pinning = usePinning(isSharp && pinThread ? ready : undefined, tools, pins);
  const pictures = usePictures(ready, dialog);
  const closeSheet = sheetOf({ viewer: ready, pins, pinning, pictures })?.close;
  // Where the layers cover the tool panels, only one of them is open at a time.
  const layersCover = () => showsLayers && (dialog.current?.clientWidth ?? 0) < layersBeside;
  const takeUp: typeof tools.toggle = (kind) => {
    if (layersCover()) setWantsLayers(false);
    tools.toggle(kind);
  };
  const leavePinning = () => {
    pinning.end();
    viewer?.focus();
  };
  const closeUppermost = () => {
    if (closeSheet) closeSheet();
    else if (layersCover()) setWantsLayers(false);
    else return tools.back();
    return true;
  };
  const pressed = useEscape(dialog, closeUppermost);
  // Scrolls to the viewer, because the requested pin may be out of view.
  const granted = useRef<typeof wish>(undefined);
  useEffect(() => {
    if (!wish || !ready || wish === granted.current) return;
    granted.current = wish;
    maximise();
  }, [wish, ready, maximise]);
  const scanSource = useMemo(
    () => ({ files, source: { fetchLightCopy, fetchFile } }),
    [files, fetchLightCopy, fetchFile],
  );

  const isDrawn = status === 'ready' && isSharp && failures.length === 0;
  const drawn = useRef(onDrawn);
  // A view with cut, measured, coloured or hidden scans is no suitable picture of the case.
  drawn.current = tools.panels.length > 0 || layers.isChanged || isSolid ? undefined : onDrawn;
  useEffect(() => {
    if (!viewer || !isDrawn) return;
    return afterNextFrame(() => drawn.current?.(() => viewer.firstPicture()));
  }, [viewer, isDrawn]);

  return (
    <UnitDoubt value={isUnsure}>
      <dialog
        ref={dialog}
        className={styles.stage}
        data-maximised={isMaximised || undefined}
        aria-label={t('title')}
        onClose={() => {
          setMaximised(false);
          // With the keyboard focus the canvas would also take wheel events, although the page can scroll now.
          if (container.current?.contains(document.activeElement)) maximiseButton.current?.focus();
        }}
        onKeyDown={(event) => {
          views.pressed(event);
          pressed(event);
        }}
      >
        <div ref={container} className={styles.canvas} />
        {ready && (
          <PinLayer
            viewer={ready}
            thread={pinThread}
            pins={pins}
            pinning={pinning}
            pictures={pictures}
            pictureTarget={pictureTarget}
            onLeave={() => dialog.current?.close()}
          />
        )}
        <ViewerToolbar
          subject={subject}
          isReady={status === 'ready'}
          isSharp={isSharp}
          hasColours={status === 'ready' && viewer?.hasColours === true}
          isSolid={isSolid}
          tools={{ ...tools, toggle: takeUp }}
          isMaximised={isMaximised}
          maximiseButton={maximiseButton}
          showsLayers={showsLayers}
          views={views}
          onReset={() => {
            layers.showOnly(undefined);
            viewer?.resetView();
          }}
          onFit={() => viewer?.fit()}
          onSolid={() => setSolid(!isSolid)}
          onLayers={() => setWantsLayers(!showsLayers)}
          onMaximise={() => (isMaximised ? dialog.current?.close() : maximise())}
          onClose={onClose}
        >
          <PinTools
            thread={pinThread}
            pins={pins}
            pinning={pinning}
            isReady={ready !== undefined}
            onPicture={pictureTarget && pictures.take}
          />
        </ViewerToolbar>
        {status === 'ready' && showsLayers && (
          <LayerPanel layers={layers.list} files={files} leftOut={leftOut} front={front} />
        )}
        <div className={panels.tools} {...dock}>
          {ready && (
            <ScanSource value={scanSource}>
              <OpenPanelContext value={tools.openPanel}>
                {/* Texts of a panel that still load would otherwise suspend the whole view. */}
                <Suspense>{tools.panels}</Suspense>
              </OpenPanelContext>
            </ScanSource>
          )}
        </div>
        <div className={messages.foot}>
          {isLoading && (
            <div className={messages.loading} role="status">
              <Text size="sm">
                {t(status === 'ready' && !isSharp ? 'sharpening' : 'loading', {
                  percent: Math.round(progress),
                })}
              </Text>
              <Progress value={progress} size="sm" aria-label={t('loadingLabel')} />
            </div>
          )}
          {!isLoading && <Arrived names={arrived} />}
          {ready && !isLoading && <UnitQuestions className={messages.failures} questions={doubts} />}
          {ready && isSharp && !isLoading && doubts.length === 0 && <FrontHint front={front} />}
          {lost && <LostPicture isGone={lost === 'stayed'} onReopen={onReopen} />}
          {viewer && <LostMeasuring viewer={viewer} />}
          {pinning.isOn && !pins.draft && <PinHint onClose={leavePinning} />}
          {ready && !isLoading && <LeftOutFiles files={leftOut} />}
          <FailedFiles scene={scene} onDownload={onDownload} />
        </div>
      </dialog>
    </UnitDoubt>
  );
}
