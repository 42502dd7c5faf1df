import { Progress, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { prepareToLoad } from '../../viewer/light-loader.ts';
import type { CaseViewerProps } from './case-viewer.types.ts';
import { FailedFiles } from './FailedFiles.tsx';
import { LayerPanel } from './LayerPanel.tsx';
import { ScanSource } from './maps/scan-source.ts';
import { useTools } from './tools/use-tools.ts';
import { useLayers } from './use-layers.ts';
import { useScene } from './use-scene.ts';
import { ViewerToolbar } from './ViewerToolbar.tsx';
import styles from './viewer.module.css';

// While the scene is set up, the worker gets going.
prepareToLoad();

interface Viewer3dProps extends Omit<CaseViewerProps, 'previewUrl'> {
  onClose(): void;
  onUnavailable(): void;
}

/** The 3D view with its buttons and sliders. It fills the window once everything is there. */
export default function Viewer3d({
  files,
  projection,
  fetchLightCopy,
  fetchFile,
  onDownload,
  onClose,
  onUnavailable,
}: Viewer3dProps) {
  const { t } = useTranslation('viewer');
  const dialog = useRef<HTMLDialogElement>(null);
  const container = useRef<HTMLDivElement>(null);
  const [isMaximised, setMaximised] = useState(false);
  const [isSolid, setSolid] = useState(false);
  const isWide = useMediaQuery('(min-width: 1024px)', true, { getInitialValueInEffect: false });
  const [wantsLayers, setWantsLayers] = useState<boolean>();
  const showsLayers = wantsLayers ?? isWide;

  const maximise = () => {
    if (!dialog.current?.open) dialog.current?.showModal();
    setMaximised(true);
  };
  const scene = useScene({
    container,
    files,
    projection,
    fetchLightCopy,
    fetchFile,
    onUnavailable,
    onReady: (viewer) => {
      maximise();
      viewer.focus();
    },
  });
  const { viewer, status, isSharp, shown, failures, progress } = scene;
  const layers = useLayers(viewer, shown);
  useEffect(() => viewer?.setSolid(isSolid), [viewer, isSolid]);
  const tools = useTools(viewer);
  const scanSource = useMemo(
    () => ({ files, source: { fetchLightCopy, fetchFile } }),
    [files, fetchLightCopy, fetchFile],
  );

  const panel = status === 'ready' && showsLayers && <LayerPanel layers={layers} />;
  return (
    <dialog
      ref={dialog}
      className={styles.stage}
      data-maximised={isMaximised || undefined}
      aria-label={t('title')}
      onClose={() => setMaximised(false)}
    >
      <div ref={container} className={styles.canvas} />
      <ViewerToolbar
        isReady={status === 'ready'}
        isSharp={isSharp}
        hasColours={status === 'ready' && viewer?.hasColours === true}
        isSolid={isSolid}
        tools={tools}
        isMaximised={isMaximised}
        showsLayers={showsLayers}
        onReset={() => viewer?.resetView()}
        onSolid={() => setSolid(!isSolid)}
        onLayers={() => setWantsLayers(!showsLayers)}
        onMaximise={() => (isMaximised ? dialog.current?.close() : maximise())}
        onClose={onClose}
      />
      {isWide && panel}
      <div className={styles.foot}>
        {!isWide && panel}
        {status !== 'failed' && !isSharp && (
          <div className={styles.loading} role="status">
            <Text size="sm">
              {t(status === 'loading' ? 'loading' : 'sharpening', { percent: Math.round(progress) })}
            </Text>
            <Progress value={progress} size="sm" aria-label={t('loadingLabel')} />
          </div>
        )}
        {status === 'ready' && (
          <ScanSource value={scanSource}>
            {/* Texts of a panel that are still on their way would hide the whole view. */}
            <Suspense>{tools.panels}</Suspense>
          </ScanSource>
        )}
        <FailedFiles failures={failures} nothingLeft={status === 'failed'} onDownload={onDownload} />
      </div>
    </dialog>
  );
}
