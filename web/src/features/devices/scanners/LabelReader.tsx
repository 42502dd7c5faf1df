import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './scanners.module.css';

/** The part of the Barcode Detection API that is used; most browsers have none of it. */
interface Detector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}

declare global {
  interface Window {
    BarcodeDetector?: new () => Detector;
  }
}

/** Whether this browser reads codes and lets pages use a camera. */
export const canReadLabels = (): boolean =>
  window.BarcodeDetector !== undefined && navigator.mediaDevices?.getUserMedia !== undefined;

const LOOK_EVERY_MS = 200;

/** Shows the camera and looks for a code in it until one is found; the camera is off as soon as this is gone. */
export function LabelReader({ onRead }: { onRead(text: string): void }) {
  const { t } = useTranslation('devices');
  const video = useRef<HTMLVideoElement>(null);
  const found = useRef(onRead);
  const [isRefused, setRefused] = useState(false);
  useEffect(() => {
    found.current = onRead;
  });
  useEffect(() => {
    const Detector = window.BarcodeDetector;
    if (!Detector) return;
    let stream: MediaStream | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const stop = () => {
      isOver = true;
      clearTimeout(timer);
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    const detector = new Detector();
    async function look(): Promise<void> {
      const codes = video.current ? await detector.detect(video.current).catch(() => []) : [];
      if (isOver) return;
      // A label has several codes; the UDI is the longest.
      const [text] = codes.map(({ rawValue }) => rawValue).sort((a, b) => b.length - a.length);
      if (text) found.current(text);
      else timer = setTimeout(() => void look(), LOOK_EVERY_MS);
    }
    async function begin(): Promise<void> {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
      if (isOver) return stop();
      if (video.current) {
        video.current.srcObject = stream;
        await video.current.play();
      }
      await look();
    }
    begin().catch(() => {
      if (!isOver) setRefused(true);
    });
    return stop;
  }, []);
  if (isRefused)
    return (
      <p role="alert" className={classes.refused}>
        {t('form.noCamera')}
      </p>
    );
  return (
    <figure className={classes.camera}>
      <video ref={video} muted playsInline className={classes.video} aria-label={t('form.camera')} />
      <figcaption className={classes.caption} role="status">
        {t('form.camera')}
      </figcaption>
    </figure>
  );
}
