import { Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './messages.module.css';

/** Milliseconds that a word is left to be read. */
const wordStays = 8000;

/** Says for a while which files came into the picture while somebody looked at it. */
export function Arrived({ names }: { names: readonly string[] }) {
  const { t } = useTranslation('viewer');
  const text = names.join(', ');
  const [read, setRead] = useState('');
  useEffect(() => {
    setRead('');
    const timer = setTimeout(() => setRead(text), wordStays);
    return () => clearTimeout(timer);
  }, [text]);
  if (text === read) return null;
  return (
    <Text size="sm" className={styles.arrived} role="status">
      {t('arrived', { names: text })}
    </Text>
  );
}
