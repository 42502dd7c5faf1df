import { UnstyledButton } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keyOf, printed } from '../../client/keyboard/keys.ts';
import classes from './shortcuts-dialog.module.css';

interface KeyButtonProps {
  /** Action of the keys. */
  name: string;
  keys: string;
  disabled: boolean;
  onKeys(keys: string): void;
}

/** How long to wait for a second key. */
const SECOND_KEY_MS = 900;

/**
 * The keys of a shortcut; once pressed, the button records the next one or two keys instead, and Escape keeps the
 * current ones.
 */
export function KeyButton({ name, keys, disabled, onKeys }: KeyButtonProps) {
  const { t } = useTranslation('palette');
  const [isListening, setListening] = useState(false);
  const [first, setFirst] = useState('');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const end = (taken?: string) => {
    clearTimeout(timer.current);
    setListening(false);
    setFirst('');
    if (taken) onKeys(taken);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isListening || event.key === 'Tab') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') return end();
    const key = keyOf(event.nativeEvent);
    if (!key) return;
    if (first) return end(`${first} ${key}`);
    setFirst(key);
    timer.current = setTimeout(() => end(key), SECOND_KEY_MS);
  };
  const shown = isListening ? (first ? `${printed(first)} …` : t('press')) : printed(keys);
  return (
    <UnstyledButton
      className={classes.key}
      aria-label={t(isListening ? 'pressFor' : 'changeKeys', { name, keys: printed(keys) })}
      aria-pressed={isListening}
      disabled={disabled}
      // Escape ends recording and leaves the dialog open.
      data-mantine-stop-propagation={isListening || undefined}
      onClick={() => setListening(true)}
      onBlur={() => end(first || undefined)}
      onKeyDown={onKeyDown}
    >
      <kbd>{shown}</kbd>
    </UnstyledButton>
  );
}
