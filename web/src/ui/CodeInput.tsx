import { PinInput, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './code-input.module.css';

interface Props {
  label: string;
  /** Visually hides the label if the text above has the same content. */
  hidesLabel?: boolean;
  value: string;
  onChange(value: string): void;
  /** Called when the sixth digit is entered. */
  onComplete(value: string): void;
  disabled?: boolean;
  /** While the digits are being checked they stay visible and keep the focus. */
  readOnly?: boolean;
  invalid?: boolean;
  /** Id of the element with the error text. */
  describedBy?: string;
  /**
   * Focuses the first box on mount. Turn it off in dialogs: the dialog's focus trap focuses the box a moment
   * later, and digits typed before that would land in the wrong boxes.
   */
  autoFocus?: boolean;
}

const LENGTH = 6;

/** Six boxes for a six-digit code; pasting a code fills them all. */
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
          // The focus trap of a dialog looks for this attribute on opening.
          ...(index === 0 ? { 'data-autofocus': true } : {}),
        })}
      />
    </fieldset>
  );
}
