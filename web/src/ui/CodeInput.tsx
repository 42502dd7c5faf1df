import { PinInput, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './code-input.module.css';

interface Props {
  label: string;
  /** Whether the label is heard only, where the words above say it to the eyes. */
  hidesLabel?: boolean;
  value: string;
  onChange(value: string): void;
  /** Runs when the sixth digit is there. */
  onComplete(value: string): void;
  disabled?: boolean;
  /** The digits are being tried: they stay in sight, and the cursor stays with them. */
  readOnly?: boolean;
  invalid?: boolean;
  /** Id of the words that say what is wrong. */
  describedBy?: string;
  /**
   * Focuses the first box when it is mounted. Off where a dialog opens with it: the dialog's focus trap
   * focuses the box a moment later, and digits typed before that moment would land in the wrong boxes.
   */
  autoFocus?: boolean;
}

const LENGTH = 6;

/** Six boxes for the six digits of a code; a pasted code fills them all. */
export function CodeInput({
  label,
  hidesLabel = false,
  value,
  onChange,
  onComplete,
  disabled,
  readOnly,
  invalid,
  describedBy,
  autoFocus = true,
}: Props) {
  const { t } = useTranslation('common');
  return (
    <fieldset className={classes.field} aria-describedby={describedBy}>
      <legend className={hidesLabel ? undefined : classes.label}>
        {hidesLabel ? <VisuallyHidden>{label}</VisuallyHidden> : label}
      </legend>
      <PinInput
        length={LENGTH}
        type="number"
        inputMode="numeric"
        size="lg"
        gap="xs"
        oneTimeCode
        placeholder=""
        classNames={{ root: classes.boxes, pinInput: classes.box }}
        value={value}
        onChange={onChange}
        onComplete={onComplete}
        disabled={disabled}
        readOnly={readOnly}
        error={invalid}
        autoFocus={autoFocus}
        getInputProps={(index) => ({
          'aria-label': t('digit', { number: index + 1, of: LENGTH }),
          // The focus trap of a dialog looks for this attribute when the dialog opens.
          ...(index === 0 ? { 'data-autofocus': true } : {}),
        })}
      />
    </fieldset>
  );
}
