import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { appInfo } from '../../../brand/app-info.ts';

interface Props {
  disabled: boolean;
  onClick(): void;
}

/** Signs in by a passkey, where address and browser know them. */
export function PasskeyButton({ disabled, onClick }: Props) {
  const { t } = useTranslation('login');
  if (!appInfo().passkeys || !('PublicKeyCredential' in window)) return null;
  return (
    <Button variant="default" size="md" disabled={disabled} onClick={onClick}>
      {t('passkey')}
    </Button>
  );
}
