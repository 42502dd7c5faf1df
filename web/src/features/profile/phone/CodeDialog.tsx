import { PHONE_CODE } from '@cusp/contract/phone';
import { Input, Loader, PinInput, Stack, Text } from '@mantine/core';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../i18n/error-text.ts';
import { CuspModal } from '../../../ui/dialogs/CuspModal.tsx';
import { useFading } from '../../../ui/dialogs/use-fading.ts';
import classes from './phone.module.css';
import { ResendLine } from './ResendLine.tsx';
import type { PhoneVerification } from './use-phone-verification.ts';
import { useSendProblem } from './use-send-problem.ts';

interface Props {
  phone: string;
  verification: PhoneVerification;
  /** The dialog is out of sight. */
  onGone(): void;
}

/** Asks for the code that was sent to a number, and tries it when its last digit is there. */
export function CodeDialog({ phone, verification, onGone }: Props) {
  const { t } = useTranslation('profile');
  const { t: errors } = useTranslation('errors');
  const { close, modal } = useFading(onGone);
  const sendProblem = useSendProblem();
  const errorId = useId();
  const first = useRef<HTMLInputElement>(null);
  const running = useRef(false);
  const [code, setCode] = useState('');
  const [checking, setChecking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [resent, setResent] = useState(false);

  function startOver(trouble: string | null): void {
    setCode('');
    setProblem(trouble);
    first.current?.focus();
  }
  async function enter(digits: string): Promise<void> {
    if (running.current) return;
    running.current = true;
    setChecking(true);
    await verification.enter(digits).then(close, (error: unknown) => startOver(errorText(errors, error)));
    running.current = false;
    setChecking(false);
  }
  function type(digits: string): void {
    setCode(digits);
    if (digits) setProblem(null);
    if (digits.length === PHONE_CODE.digits) void enter(digits);
  }
  async function resend(): Promise<void> {
    await verification.send(phone).then(
      () => {
        setResent(true);
        startOver(null);
      },
      (error: unknown) => startOver(sendProblem(error)),
    );
  }
  return (
    <CuspModal {...modal} title={t('phone.title')} returnFocus={false}>
      <Stack gap="md">
        <Text size="sm">{t('phone.sent', { phone: phone.replaceAll(' ', '\u00a0') })}</Text>
        <div>
          <PinInput
            ref={first}
            className={classes.code}
            type="number"
            oneTimeCode
            autoFocus
            length={PHONE_CODE.digits}
            placeholder=""
            size="md"
            gap={6}
            value={code}
            onChange={type}
            readOnly={checking}
            error={problem !== null}
            aria-label={t('phone.code')}
            aria-describedby={problem === null ? undefined : errorId}
            getInputProps={(index) => ({
              'aria-label': t('phone.digit', { digit: index + 1, digits: PHONE_CODE.digits }),
              ...(index === 0 ? { 'data-autofocus': true } : {}),
            })}
          />
          <div className={classes.state}>
            {checking && (
              <span role="status">
                <Loader size={14} aria-hidden /> {t('phone.checking')}
              </span>
            )}
            {problem !== null && (
              <Input.Error id={errorId} role="alert">
                {problem}
              </Input.Error>
            )}
          </div>
        </div>
        <ResendLine
          nextAt={verification.nextAt}
          sending={verification.sending}
          resent={resent}
          onResend={() => void resend()}
        />
      </Stack>
    </CuspModal>
  );
}
