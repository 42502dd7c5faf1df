import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeInput } from '../../../ui/CodeInput.tsx';

interface Props {
  busy: boolean;
  invalid: boolean;
  onCode(code: string): void;
}

/** The six digits of the authenticator app; they send themselves. */
export function AppCode({ busy, invalid, onCode }: Props) {
  const { t } = useTranslation('second-step');
  const [code, setCode] = useState('');
  return (
    <CodeInput
      label={t('code')}
      value={code}
      onChange={setCode}
      onComplete={onCode}
      disabled={busy}
      invalid={invalid && code === ''}
    />
  );
}
