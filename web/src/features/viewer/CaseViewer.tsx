import { Alert, Button, Center, Image, Loader, Text } from '@mantine/core';
import { useDocumentVisibility, useReducedMotion } from '@mantine/hooks';
import { IconCube3dSphere, IconPhotoOff } from '@tabler/icons-react';
import {
  Component,
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { hasScene } from '../../viewer/plan-scene.ts';
import type { CaseViewerProps } from './case-viewer.types.ts';
import styles from './frame.module.css';
import messages from './messages.module.css';

const Viewer3d = lazy(() => import('./Viewer3d.tsx'));
/** Renders nothing without a graphics card; the 3D engine is not loaded then. */
const LivePicture = lazy(async () => {
  const { drawsByProcessor } = await import('../../viewer/canvas.ts');
  return drawsByProcessor() ? { default: (): ReactNode => null } : import('./LivePicture.tsx');
});

/**
 * The preview picture of a case, which becomes a small model where the device and connection allow it, and on request
 * its scans in 3D. The 3D engine loads only then.
 */
export function CaseViewer({
  ref,
  files,
  previewUrl,
  onBlocked,
  isLive = false,
  ...viewer
}: CaseViewerProps) {
  const { t } = useTranslation('viewer');
  const [mode, setMode] = useState<'2d' | '3d' | 'unavailable'>('2d');
  const [opening, setOpening] = useState(0);
  const button = useRef<HTMLButtonElement>(null);
  const [wish, setWish] = useState<{ pin: number }>();
  const [broken, setBroken] = useState<string>();
  const picture = previewUrl === broken ? undefined : previewUrl;
  const open = () => (onBlocked ? onBlocked() : setMode('3d'));
  const frame = useRef<HTMLElement>(null);
  const { fetchLightCopy, orientationStore } = viewer;
  // Another set of files is another model.
  const model = files.map(({ id }) => id).join();
  const [gone, setGone] = useState<string>();
  const mayLive = isLive && !onBlocked && mode === '2d' && gone !== model && hasScene(files);
  const isInSight = useInSight(frame, mayLive);
  const isRested = useRestedOn(isInSight);
  useImperativeHandle(ref, () => ({
    open,
    showPin(pin) {
      open();
      setWish({ pin });
    },
  }));
  // Without scans there is nothing to show; scans that arrive later do not reopen it.
  if (mode === '3d' && !hasScene(files)) setMode('2d');
  const close = () => {
    setMode('2d');
    setWish(undefined);
    requestAnimationFrame(() => button.current?.focus());
  };
  return (
    <section
      ref={frame}
      className={styles.frame}
      data-mode={mode}
      data-empty={(mode === '2d' && !picture) || undefined}
      aria-label={t('title')}
    >
      {mode === '3d' ? (
        <ViewerBoundary fallback={<Alert color="red">{t('notLoaded')}</Alert>}>
          <Suspense fallback={<Waiting />}>
            <Viewer3d
              key={opening}
              files={files}
              {...viewer}
              wish={wish}
              onClose={close}
              onUnavailable={() => setMode('unavailable')}
              onReopen={() => setOpening(opening + 1)}
            />
          </Suspense>
        </ViewerBoundary>
      ) : (
        <Preview url={picture} onBroken={setBroken} />
      )}
      {mayLive && isRested && fetchLightCopy && (
        <ViewerBoundary fallback={null}>
          <Suspense fallback={null}>
            <LivePicture
              key={model}
              files={files}
              fetchLightCopy={fetchLightCopy}
              mark={orientationStore.mark}
              isSeen={isInSight}
              onGone={() => setGone(model)}
            />
          </Suspense>
        </ViewerBoundary>
      )}
      {mode === 'unavailable' && (
        <Alert
          className={styles.notice}
          classNames={{ title: messages.alertTitle }}
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
          onClick={open}
        >
          {t('show3d')}
        </Button>
      )}
    </section>
  );
}

function Preview({ url, onBroken }: { url: string | undefined; onBroken(url: string): void }) {
  const { t } = useTranslation('viewer');
  if (url)
    return (
      <Image
        className={styles.preview}
        src={url}
        alt={t('previewAlt')}
        fit="contain"
        onError={() => onBroken(url)}
      />
    );
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

interface Props {
  fallback: ReactNode;
  children: ReactNode;
}

/** Keeps the case readable if the code of the viewer cannot be loaded or throws. */
class ViewerBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}

/** Users who scroll past do not wait this long. */
const RESTS_MS = 1000;

/** Whether at least half of an element is on the screen, in a visible page. */
function useInSight(element: RefObject<HTMLElement | null>, isWanted: boolean): boolean {
  const [isInside, setInside] = useState(false);
  const isVisible = useDocumentVisibility() === 'visible';
  useEffect(() => {
    if (!isWanted || !element.current) return;
    const observer = new IntersectionObserver(
      (entries) => setInside(entries.at(-1)?.isIntersecting ?? false),
      { threshold: 0.5 },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, isWanted]);
  return isWanted && isInside && isVisible;
}

/**
 * Becomes true once the element has been in sight for a second, if wanted: not with reduced motion or in data-saving
 * mode.
 */
function useRestedOn(isInSight: boolean): boolean {
  const [isRested, setRested] = useState(false);
  const isStill = useReducedMotion(false, { getInitialValueInEffect: false });
  const isMeant = isInSight && !isStill && !savesData();
  useEffect(() => {
    if (!isMeant) return;
    const timer = setTimeout(() => setRested(true), RESTS_MS);
    return () => clearTimeout(timer);
  }, [isMeant]);
  return isRested && !isStill;
}

const savesData = (): boolean =>
  'connection' in navigator && (navigator.connection as { saveData?: boolean }).saveData === true;
