import { LIMITS } from '@cusp/contract/limits';
import { Button, TextInput, VisuallyHidden } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { type KeyboardEvent, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OptionalLabel } from '../../../ui/OptionalLabel.tsx';
import { LOCKED } from '../fields/field-parts.tsx';
import classes from './phone.module.css';
import type { PhoneVerification } from './use-phone-verification.ts';
import { useSendProblem } from './use-send-problem.ts';

const loadDialog = () => import('./CodeDialog.tsx');
const CodeDialog = lazy(loadDialog);
/** Loads the dialog while the person types the number; the form is usable sooner without it. */
const preloadDialog = () => void loadDialog().catch(() => {});

type PhoneNumbers = typeof import('./phone-number.ts');

/** The metadata of phone numbers; loaded with the first phone field, null until then. */
function usePhoneNumbers(): PhoneNumbers | null {
  const [numbers, setNumbers] = useState<PhoneNumbers | null>(null);
  useEffect(() => {
    import('./phone-number.ts').then(
      (loaded) => setNumbers(loaded),
      // Without the metadata numbers stay as typed, and the server validates them.
      () => {},
    );
  }, []);
  return numbers;
}

interface Props {
  value: string;
  onChange(value: string): void;
  /** Called on blur, after a valid number was formatted internationally. */
  onBlur?(): void;
  /** Country of the form, ISO 3166-1 alpha-2 or ''; numbers without a + are interpreted as dialled there. */
  country: string;
  verification: PhoneVerification;
  error?: ReactNode;
  disabled?: boolean;
}

/** A phone number and its verification. A verified number is locked. */
export function PhoneField({ value, onChange, onBlur, country, verification, error, disabled }: Props) {
  const { t } = useTranslation('profile');
  const sendProblem = useSendProblem();
  const numbers = usePhoneNumbers();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const verified = verification.isVerified(value);
  // While the dialog was closed and its code still in flight, another number may have been typed.
  const [reopened, setReopened] = useState(false);
  const locked = verification.locked && verified && !reopened;
  const trouble = problem ?? error;

  function change(typed: string): void {
    setProblem(null);
    onChange(typed);
  }
  function leave(): void {
    // A saved number must not be reformatted when the focus just passes through.
    const number = verification.isSettled(value) ? null : numbers?.internationalNumber(value, country);
    if (number && number !== value) onChange(number);
    onBlur?.();
  }
  async function verify(): Promise<void> {
    const number = numbers ? numbers.internationalNumber(value, country) : value;
    if (!number) return setProblem(t('lines.phone'));
    change(number);
    setReopened(false);
    if (verification.reopen(number)) return;
    await verification.send(number).catch((cause: unknown) => setProblem(sendProblem(cause)));
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || value === '' || verified) return;
    event.preventDefault();
    void verify();
  }
  return (
    <>
      <TextInput
        ref={input}
        type="tel"
        name="phone"
        label={<OptionalLabel text={t('fields.phone')} />}
        autoComplete="tel"
        placeholder={numbers?.callingCode(country)}
        maxLength={LIMITS.phone}
        value={value}
        onChange={(event) => change(event.currentTarget.value)}
        onFocus={preloadDialog}
        onBlur={leave}
        onKeyDown={onKeyDown}
        description={trouble || locked ? undefined : t('phoneHint')}
        {...(locked ? LOCKED : {})}
        disabled={disabled}
        error={trouble}
        inputContainer={(children) => (
          <div className={classes.row}>
            {children}
            <Button
              variant="default"
              className={classes.verify}
              data-verified={verified || undefined}
              leftSection={verified && <IconCheck size={16} stroke={2} aria-hidden />}
              disabled={disabled || verified || value.trim() === ''}
              loading={verification.sending && verification.asking === null}
              onClick={() => void verify()}
            >
              {t(verified ? 'phone.verified' : 'phone.verify')}
            </Button>
          </div>
        )}
      />
      <VisuallyHidden role="status">{locked && t('phone.verified')}</VisuallyHidden>
      {locked && !disabled && (
        <Button
          variant="transparent"
          size="compact-sm"
          px={0}
          className={classes.change}
          onClick={() => {
            setReopened(true);
            input.current?.focus();
          }}
        >
          {t('phone.change')}
        </Button>
      )}
      {verification.asking !== null && (
        <Suspense fallback={null}>
          <CodeDialog
            phone={verification.asking}
            verification={verification}
            onGone={() => {
              verification.close();
              input.current?.focus();
            }}
          />
        </Suspense>
      )}
    </>
  );
}
