import { PinInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './code-input.module.css';

interface Props {
  label: string;
  value: string;
  onChange(value: string): void;
  /** Runs when the sixth digit is there. */
  onComplete(value: string): void;
  disabled?: boolean;
  invalid?: boolean;
  autoFocus?: boolean;
}

const LENGTH = 6;

/** Six boxes for the six digits of a code; a pasted code fills them all. */
export function CodeInput({
  label,
  value,
  onChange,
  onComplete,
  disabled,
  invalid,
  autoFocus = true,
}: Props) {
  const { t } = useTranslation('common');
  return (
    <fieldset className={classes.field}>
      <legend className={classes.label}>{label}</legend>
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
        error={invalid}
        autoFocus={autoFocus}
        getInputProps={(index) => ({ 'aria-label': t('digit', { number: index + 1, of: LENGTH }) })}
      />
    </fieldset>
  );
}
