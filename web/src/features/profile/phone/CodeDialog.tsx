import { Button, Input, Loader, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSingleFlight } from '../../../client/use-single-flight.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { CodeInput } from '../../../ui/CodeInput.tsx';
import { CuspModal } from '../../../ui/dialogs/CuspModal.tsx';
import { useFading } from '../../../ui/dialogs/use-fading.ts';
import { useSecondsUntil } from '../../../ui/use-seconds-until.ts';
import classes from './phone.module.css';
import type { PhoneVerification } from './use-phone-verification.ts';
import { useSendProblem } from './use-send-problem.ts';

interface Props {
  phone: string;
  verification: PhoneVerification;
  /** The dialog has closed. */
  onGone(): void;
}

/** Asks for the code that was sent to a number, and submits it at the last digit. */
export default function CodeDialog({ phone, verification, onGone }: Props) {
  const { t } = useTranslation('profile');
  const { t: errors } = useTranslation('errors');
  const { close, modal } = useFading(onGone);
  const sendProblem = useSendProblem();
  const errorId = useId();
  const once = useSingleFlight();
  const [code, setCode] = useState('');
  // Changing the key remounts the boxes, empty and with the focus in the first.
  const [round, setRound] = useState(0);
  const [checking, setChecking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [resent, setResent] = useState(false);

  function startOver(trouble: string | null): void {
    setCode('');
    setProblem(trouble);
    setRound((last) => last + 1);
  }
  async function enter(digits: string): Promise<void> {
    setChecking(true);
    await verification.enter(digits).then(close, (error: unknown) => startOver(errorText(errors, error)));
    setChecking(false);
  }
  function type(digits: string): void {
    setCode(digits);
    if (digits) setProblem(null);
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
          <CodeInput
            key={round}
            label={t('phone.code')}
            hidesLabel
            value={code}
            onChange={type}
            onComplete={(digits) => void once(() => enter(digits))}
            readOnly={checking}
            invalid={problem !== null}
            describedBy={problem === null ? undefined : errorId}
            autoFocus={round > 0}
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

interface ResendLineProps {
  /** When the next code may be sent, in milliseconds since the epoch. */
  nextAt: number;
  sending: boolean;
  /** Whether to announce that the code was sent again. */
  resent: boolean;
  onResend(): void;
}

/** Counts down to another code, then offers it. Screen readers get only the end of the countdown. */
function ResendLine({ nextAt, sending, resent, onResend }: ResendLineProps) {
  const { t } = useTranslation('profile');
  const seconds = useSecondsUntil(nextAt);
  const waiting = seconds > 0;
  return (
    <div className={classes.resend}>
      {waiting && <span aria-hidden>{t('phone.resendIn', { seconds })}</span>}
      {!waiting && (
        <Button variant="subtle" size="xs" loading={sending} onClick={onResend}>
          {t('phone.resend')}
        </Button>
      )}
      <VisuallyHidden role="status">
        {waiting ? resent && t('phone.resent') : t('phone.mayResend')}
      </VisuallyHidden>
    </div>
  );
}
