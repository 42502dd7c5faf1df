import type { SessionLimits } from '@cusp/contract/sign-in';
import { Button, Group, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { signOut } from '../client/session/session.ts';
import { useIdleLimit } from '../client/session/use-idle-limit.ts';
import { CuspModal } from '../ui/dialogs/CuspModal.tsx';

/** Asks idle people whether they are still there, and signs them out if they do not answer. */
export default function IdleWatch({ limits }: { limits: SessionLimits }) {
  const { t } = useTranslation('shell');
  const { leftMs, stay } = useIdleLimit(limits);
  if (leftMs === null) return null;
  return (
    <CuspModal opened onClose={stay} title={t('idle.title')}>
      <Stack gap="md">
        <p style={{ margin: 0 }}>{t('idle.text', { time: clockOf(leftMs) })}</p>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => void signOut()}>
            {t('idle.signOut')}
          </Button>
          <Button onClick={stay} data-autofocus>
            {t('idle.stay')}
          </Button>
        </Group>
      </Stack>
    </CuspModal>
  );
}

/** Formats milliseconds as minutes and seconds, for example 1:05. */
function clockOf(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
