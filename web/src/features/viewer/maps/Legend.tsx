import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type Scale, ticksOf } from '../../../viewer/maps/scale.ts';
import styles from './maps.module.css';
import { useMillimetres } from './use-millimetres.ts';

interface LegendProps {
  scale: Scale;
  /** What the left and the right end stand for. */
  ends: readonly [string, string];
}

/** The colours of a map with their values in millimetres. */
export function Legend({ scale, ends: [low, high] }: LegendProps) {
  const { t } = useTranslation('maps');
  const { tick, length } = useMillimetres();
  const label = t('legend', { from: length(scale.from), to: length(scale.to) });
  return (
    <div>
      <div
        role="img"
        aria-label={label}
        className={styles.bar}
        style={{ background: `linear-gradient(to right, ${scale.stops.join(', ')})` }}
      />
      <div className={styles.ticks} aria-hidden>
        {ticksOf(scale).map((value) => (
          <span key={value}>{tick(value)}</span>
        ))}
      </div>
      <div className={styles.ends}>
        <Text inherit>{low}</Text>
        <Text inherit ta="right">
          {high}
        </Text>
      </div>
    </div>
  );
}
