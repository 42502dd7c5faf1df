import { ActionIcon } from '@mantine/core';
import { IconShare } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Hint } from '../../ui/Hint.tsx';
import type { SharableCase } from './dialog/new-share.ts';

const ShareDialog = lazy(() => import('./dialog/ShareDialog.tsx'));

/** Opens the links of a case; their code loads with the first click. */
export function ShareButton({ dentalCase }: { dentalCase: SharableCase }) {
  const { t } = useTranslation('sharing');
  const [state, setState] = useState<'unused' | 'open' | 'closed'>('unused');
  return (
    <>
      <Hint label={t('share')}>
        <ActionIcon variant="default" size={36} aria-label={t('share')} onClick={() => setState('open')}>
          <IconShare size={18} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Hint>
      {state !== 'unused' && (
        <Suspense fallback={null}>
          <ShareDialog dentalCase={dentalCase} opened={state === 'open'} onClose={() => setState('closed')} />
        </Suspense>
      )}
    </>
  );
}
