import { Button } from '@mantine/core';
import { IconDeviceMobile } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSmallScreen } from '../../client/small-screen.ts';

const PhoneDialog = lazy(() => import('./dialog/PhoneDialog.tsx'));

/** Opens the QR code that gives a phone access to the case. On a small screen people add photos directly instead. */
export function PhoneButton({ caseId }: { caseId: number }) {
  const { t } = useTranslation('handoff');
  const [state, setState] = useState<'unused' | 'open' | 'closed'>('unused');
  if (useSmallScreen()) return null;
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconDeviceMobile size={16} stroke={1.6} aria-hidden />}
        onClick={() => setState('open')}
      >
        {t('button')}
      </Button>
      {state !== 'unused' && (
        <Suspense fallback={null}>
          <PhoneDialog caseId={caseId} opened={state === 'open'} onClose={() => setState('closed')} />
        </Suspense>
      )}
    </>
  );
}
