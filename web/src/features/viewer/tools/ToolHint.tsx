import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './measures.module.css';

/** Says what to do next with the tool in hand. */
export function ToolHint({ children }: { children: ReactNode }) {
  return (
    <Text size="sm" className={styles.hint} role="status">
      {children}
    </Text>
  );
}
