import { Alert, Button, Center, Image, Loader, Text } from '@mantine/core';
import { IconCube3dSphere, IconPhotoOff } from '@tabler/icons-react';
import { lazy, Suspense, useImperativeHandle, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hasScene } from '../../viewer/plan-scene.ts';
import type { CaseViewerProps } from './case-viewer.types.ts';
import { ViewerBoundary } from './ViewerBoundary.tsx';
import styles from './viewer.module.css';

const Viewer3d = lazy(() => import('./Viewer3d.tsx'));

/** The preview picture of a case and, on request, its scans in 3D. The engine loads only then. */
export function CaseViewer({ ref, files, previewUrl, ...viewer }: CaseViewerProps) {
  const { t } = useTranslation('viewer');
  const [mode, setMode] = useState<'2d' | '3d' | 'unavailable'>('2d');
  const button = useRef<HTMLButtonElement>(null);
  const [wish, setWish] = useState<{ pin: number }>();
  useImperativeHandle(
    ref,
    () => ({
      open: () => setMode('3d'),
      showPin: (pin) => {
        setMode('3d');
        setWish({ pin });
      },
    }),
    [],
  );
  const close = () => {
    setMode('2d');
    setWish(undefined);
    requestAnimationFrame(() => button.current?.focus());
  };
  return (
    <section className={styles.frame} aria-label={t('title')}>
      {mode === '3d' ? (
        <ViewerBoundary fallback={<Alert color="red">{t('notLoaded')}</Alert>}>
          <Suspense fallback={<Waiting />}>
            <Viewer3d
              files={files}
              {...viewer}
              wish={wish}
              onClose={close}
              onUnavailable={() => setMode('unavailable')}
            />
          </Suspense>
        </ViewerBoundary>
      ) : (
        <Preview url={previewUrl} />
      )}
      {mode === 'unavailable' && (
        <Alert
          className={styles.notice}
          classNames={{ title: styles.alertTitle }}
          color="yellow"
          title={t('noWebgl.title')}
        >
          {t('noWebgl.text')}
        </Alert>
      )}
      {mode !== '3d' && hasScene(files) && (
        <Button
          ref={button}
          className={styles.show}
          leftSection={<IconCube3dSphere size={18} aria-hidden />}
          disabled={mode === 'unavailable'}
          onClick={() => setMode('3d')}
        >
          {t('show3d')}
        </Button>
      )}
    </section>
  );
}

function Preview({ url }: { url?: string }) {
  const { t } = useTranslation('viewer');
  const [broken, setBroken] = useState<string>();
  if (url && url !== broken) {
    return (
      <Image
        className={styles.preview}
        src={url}
        alt={t('previewAlt')}
        fit="contain"
        onError={() => setBroken(url)}
      />
    );
  }
  return (
    <Center className={styles.empty}>
      <IconPhotoOff size={32} stroke={1.25} aria-hidden />
      <Text size="sm">{t('noPreview')}</Text>
    </Center>
  );
}

function Waiting() {
  const { t } = useTranslation('viewer');
  return (
    <Center className={styles.empty}>
      <Loader size="sm" />
      <Text size="sm" role="status">
        {t('opening')}
      </Text>
    </Center>
  );
}
