import { Stack } from '@mantine/core';
import { useState } from 'react';
import { CodeInput } from '../../../ui/CodeInput.tsx';
import { QrCode } from '../../../ui/QrCode.tsx';
import { useTexts } from '../use-texts.ts';
import classes from './app.module.css';

interface Props {
  uri: string;
  secret: string;
  busy: boolean;
  error: string | null;
  onCode(code: string): void;
}

/** The secret as a picture and in letters, and the first code; it sends itself. */
export function ScanStep({ uri, secret, busy, error, onCode }: Props) {
  const { t } = useTexts();
  const [code, setCode] = useState('');
  return (
    <Stack gap="md">
      <p className={classes.line}>{t('app.scan')}</p>
      <QrCode text={uri} label={t('app.qr')} />
      <div>
        <p className={classes.quiet}>{t('app.manual')}</p>
        <code className={classes.secret}>{secret.match(/.{1,4}/g)?.join(' ')}</code>
      </div>
      <CodeInput
        label={t('app.enter')}
        value={code}
        onChange={setCode}
        onComplete={onCode}
        disabled={busy}
        invalid={error !== null && code === ''}
      />
      {error && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
    </Stack>
  );
}
