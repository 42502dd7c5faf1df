import { Button, CloseButton, TextInput } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFieldMessages } from '../../../ui/use-field-messages.ts';
import classes from '../statements.module.css';

interface Props {
  /** Its position among the refused labels, which distinguishes them. */
  n: number;
  text: string;
  problem: string;
  /** Number of unsuccessful attempts to add it. */
  tries: number;
  isFull: boolean;
  onChange(text: string): void;
  onAdd(): void;
  onRemove(): void;
}

/**
 * A label that was not understood, to correct or remove. Until then no statement is issued, because the label would be
 * missing.
 */
export function RefusedLabel({ n, text, problem, tries, isFull, onChange, onAdd, onRemove }: Props) {
  const { t } = useTranslation('statements');
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.setCustomValidity(t('form.refusedLeft')), [t]);
  useEffect(() => {
    if (tries > 0) input.current?.focus();
  }, [tries]);
  const message = useFieldMessages();
  const mayAdd = text.trim() !== '' && !isFull;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    if (mayAdd) onAdd();
  };
  return (
    <div className={classes.refused}>
      <TextInput
        {...message(
          'label',
          // A new element, because screen readers announce only changes.
          <span key={tries} role="alert">
            {problem}
          </span>,
        )}
        ref={input}
        label={t('form.refused', { n })}
        value={text}
        autoComplete="off"
        spellCheck={false}
        onKeyDown={onKeyDown}
        onChange={(event) => onChange(event.currentTarget.value)}
        rightSection={
          <CloseButton size="sm" aria-label={t('form.refusedRemove', { text })} onClick={onRemove} />
        }
      />
      <Button size="xs" variant="default" disabled={!mayAdd} onClick={onAdd}>
        {t('form.refusedAdd', { n })}
      </Button>
    </div>
  );
}
