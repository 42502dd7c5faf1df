import { Textarea, type TextareaProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './long-textarea.module.css';

interface LongTextareaProps extends Omit<TextareaProps, 'value' | 'maxLength'> {
  value: string;
  /** Maximum length in UTF-16 code units. */
  max: number;
}

/** Whether the text is not blank and not longer than `max`. */
export const isSendable = (text: string, max: number): boolean => text.trim() !== '' && text.length <= max;

/** Share of its maximum length from which a text shows how many characters are left. */
const NEARLY_FULL = 0.9;

/**
 * A text area that keeps a pasted text beyond its limit and shows how many characters are too many, because a browser
 * with `maxLength` cuts the text silently. The caller does not send a longer text.
 */
export function LongTextarea({ value, max, error, ...rest }: LongTextareaProps) {
  const { t } = useTranslation('common');
  const left = max - value.length;
  return (
    <div>
      <Textarea
        autosize
        value={value}
        error={left < 0 ? t('length.over', { count: -left }) : error}
        {...rest}
      />
      {left >= 0 && value.length > NEARLY_FULL * max && (
        <div className={classes.left} aria-live="polite">
          {t('length.left', { count: left })}
        </div>
      )}
    </div>
  );
}
