import { readGs1 } from '@cusp/dental/udi/gs1';
import { readUdi, type Udi } from '@cusp/dental/udi/read-udi';
import { Button, Stack } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLatest } from '../../../ui/use-latest.ts';
import classes from './scanners.module.css';

/** The part of the Barcode Detection API that is used; most browsers lack it. */
interface Detector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}

declare global {
  interface Window {
    BarcodeDetector?: new () => Detector;
  }
}

/** Whether this browser can read codes and has camera access. */
export const canReadLabels = (): boolean =>
  window.BarcodeDetector !== undefined && navigator.mediaDevices?.getUserMedia !== undefined;

const LOOK_EVERY_MS = 200;

/**
 * Whether a code repeats another one of the same label: with other separators, without some values, or only the GTIN.
 */
const isPartOf = (part: Udi, whole: Udi): boolean =>
  part.key === whole.key ||
  (part.serial === null
    ? whole.key.startsWith(part.key)
    : part.gtin === whole.gtin && part.serial === whole.serial);

/** The codes in view that may be the number: a label has several codes, and the longest is the UDI. */
function numbersIn(codes: readonly string[]): string[] {
  const longestFirst = [...new Set(codes)].sort((a, b) => b.length - a.length);
  const udis = longestFirst
    .map((code) => ({ code, udi: readUdi(code) }))
    .flatMap(({ code, udi }) => (typeof udi === 'string' || udi.kind === 'other' ? [] : { code, ...udi }))
    .sort((a, b) => b.key.length - a.key.length);
  const devices = udis.filter((udi, at) => !udis.slice(0, at).some((longer) => isPartOf(udi, longer)));
  return devices.length > 0 ? devices.map(({ code }) => code) : longestFirst.slice(0, 1);
}

/** A code as labels print it, with its identifiers in brackets if all of them are known. */
function printed(code: string): string {
  const gs1 = readGs1(code);
  const udi = readUdi(code);
  if (gs1 === null || typeof gs1 === 'string' || typeof udi === 'string') return code;
  const values = [['01', gs1.gtin] as const, ...gs1.values];
  const isWhole = values.flat().join('').toUpperCase() === udi.key;
  return isWhole ? values.map(([identifier, value]) => `(${identifier})${value}`).join('') : code;
}

/**
 * Shows the camera and looks for a code until one is found, and asks which one if labels of several devices are in
 * view. The camera is switched off on unmount.
 */
export function LabelReader({ onRead }: { onRead(text: string): void }) {
  const { t } = useTranslation('devices');
  const video = useRef<HTMLVideoElement>(null);
  const found = useLatest(onRead);
  const [isRefused, setRefused] = useState(false);
  const [choice, setChoice] = useState<readonly string[]>([]);
  const choices = useRef<HTMLDivElement>(null);
  // Screen readers read the question as the name of the group.
  useEffect(() => {
    if (choice.length > 0) choices.current?.querySelector('button')?.focus();
  }, [choice]);
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
      } else if (text) found(text);
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
  }, [found]);
  if (isRefused)
    return (
      <p role="alert" className={classes.refused}>
        {t('form.noCamera')}
      </p>
    );
  if (choice.length > 0)
    return (
      <Stack ref={choices} gap="xs" role="group" aria-label={t('form.which')}>
        <p className={classes.caption}>{t('form.which')}</p>
        {choice.map((text) => (
          <Button
            key={text}
            variant="default"
            h="auto"
            py={8}
            classNames={{ label: classes.choice }}
            onClick={() => onRead(text)}
          >
            {printed(text)}
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
