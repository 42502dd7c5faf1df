import { readUdi } from '@cusp/dental/udi/read-udi';
import { Button, Stack } from '@mantine/core';
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

/** The codes in view that may be the number: a label has several codes, of which the UDI is the longest. */
function numbersIn(codes: readonly string[]): string[] {
  const longestFirst = [...new Set(codes)].sort((a, b) => b.length - a.length);
  const isUdi = (code: string) => {
    const udi = readUdi(code);
    return typeof udi !== 'string' && udi.kind !== 'other';
  };
  // A label may repeat a part of its UDI in another code.
  const udis = longestFirst
    .filter(isUdi)
    .filter((code, at, all) => !all.slice(0, at).some((longer) => longer.startsWith(code)));
  return udis.length > 0 ? udis : longestFirst.slice(0, 1);
}

/** Shows the camera and looks for a code in it until one is found, and asks which one if labels of several devices are in view; the camera is off as soon as this is gone. */
export function LabelReader({ onRead }: { onRead(text: string): void }) {
  const { t } = useTranslation('devices');
  const video = useRef<HTMLVideoElement>(null);
  const found = useRef(onRead);
  const [isRefused, setRefused] = useState(false);
  const [choice, setChoice] = useState<readonly string[]>([]);
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
      const [text, ...others] = numbersIn(codes.map(({ rawValue }) => rawValue));
      if (text && others.length > 0) {
        stop();
        setChoice([text, ...others]);
      } else if (text) found.current(text);
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
  if (choice.length > 0)
    return (
      <Stack gap="xs" role="group" aria-label={t('form.which')}>
        <p role="status" className={classes.caption}>
          {t('form.which')}
        </p>
        {choice.map((text) => (
          <Button
            key={text}
            variant="default"
            h="auto"
            py={8}
            classNames={{ label: classes.choice }}
            onClick={() => onRead(text)}
          >
            {text}
          </Button>
        ))}
      </Stack>
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
