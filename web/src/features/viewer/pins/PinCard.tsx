import { ActionIcon, Button } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { PinSheet } from './PinSheet.tsx';
import styles from './pins.module.css';
import type { PinThread, ViewerPin } from './pins.types.ts';

interface PinCardProps {
  thread: PinThread;
  pin: ViewerPin;
  /** Pins at the same place of the picture. */
  together: readonly ViewerPin[];
  /** Whether its scan is visible. */
  isSeen: boolean;
  onSelect(key: number): void;
  onLeave(): void;
  onClose(): void;
}

/** The comment of a pin, with buttons to the previous and next one. */
export function PinCard({ thread, pin, together, isSeen, onSelect, onLeave, onClose }: PinCardProps) {
  const { t } = useTranslation('viewer');
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    if (pin.key) card.current?.focus({ preventScroll: true });
  }, [pin.key]);
  const { pins } = thread;
  const at = pins.findIndex(({ key }) => key === pin.key);
  const turn = (step: number) => {
    const next = pins.at((at + step) % pins.length);
    if (next) onSelect(next.key);
  };
  const tools = pins.length > 1 && (
    <>
      <ActionIcon
        size="lg"
        variant="subtle"
        color="gray"
        aria-label={t('pins.previous')}
        onClick={() => turn(-1)}
      >
        <IconChevronLeft size={20} aria-hidden />
      </ActionIcon>
      <ActionIcon size="lg" variant="subtle" color="gray" aria-label={t('pins.next')} onClick={() => turn(1)}>
        <IconChevronRight size={20} aria-hidden />
      </ActionIcon>
    </>
  );
  return (
    <PinSheet ref={card} title={t('pins.pin', { no: pin.no })} tools={tools} onClose={onClose}>
      {together.length > 1 && (
        <fieldset className={styles.together} aria-label={t('pins.here')}>
          {together.map(({ key, no }) => (
            <Button
              key={key}
              size="compact-sm"
              variant={key === pin.key ? 'filled' : 'default'}
              aria-pressed={key === pin.key}
              aria-label={t('pins.pin', { no })}
              onClick={() => onSelect(key)}
            >
              {no}
            </Button>
          ))}
        </fieldset>
      )}
      {!isSeen && <p className={styles.note}>{t('pins.notSeen')}</p>}
      {thread.card(pin, onLeave)}
    </PinSheet>
  );
}
