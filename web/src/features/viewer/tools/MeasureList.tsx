import { ActionIcon, Button, CopyButton, Text, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChangeCounts } from '../../../viewer/tools/measure-changes.ts';
import styles from './measures.module.css';

/** Text on what happened to measures after a scan changed; undefined if nothing did. */
export function useChangeNotice({ again, lost }: ChangeCounts): string | undefined {
  const { t } = useTranslation('viewer');
  const words = [
    ...(lost > 0 ? [t('measures.lost', { count: lost })] : []),
    ...(again > 0 ? [t('measures.again', { count: again })] : []),
  ];
  return words.length > 0 ? words.join(' ') : undefined;
}

/** A measure as text. */
interface MeasureLine {
  id: number;
  text: ReactNode;
  /** The text to copy; undefined without a value. */
  value?: string;
}

interface MeasureListProps {
  /** Accessible name, because two lists may be visible. */
  name: string;
  lines: readonly MeasureLine[];
  onRemove(id: number): void;
  onClear(): void;
}

/** The measures, to be read, copied and removed. */
export function MeasureList({ name, lines, onRemove, onClear }: MeasureListProps) {
  const { t } = useTranslation('viewer');
  if (lines.length === 0) return null;
  return (
    <section className={styles.list} aria-label={name}>
      <ol aria-live="polite">
        {lines.map(({ id, text, value }) => (
          <li key={id}>
            <Text size="sm" component="div" className={styles.text}>
              {text}
            </Text>
            {value !== undefined && <Copy value={value} />}
            <ActionIcon
              variant="subtle"
              color="gray"
              size="md"
              aria-label={t('measures.remove')}
              onClick={() => onRemove(id)}
            >
              <IconX size={16} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ol>
      {lines.length > 1 && (
        <Button size="compact-xs" variant="subtle" color="gray" onClick={onClear}>
          {t('measures.removeAll')}
        </Button>
      )}
    </section>
  );
}

function Copy({ value }: { value: string }) {
  const { t } = useTranslation('viewer');
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => {
        const label = copied ? t('measures.copied') : t('measures.copy', { value });
        return (
          // The maximised view is in the top layer, above any portal.
          <Tooltip label={label} withinPortal={false}>
            <ActionIcon variant="subtle" color="gray" size="md" aria-label={label} onClick={copy}>
              {copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
            </ActionIcon>
          </Tooltip>
        );
      }}
    </CopyButton>
  );
}
