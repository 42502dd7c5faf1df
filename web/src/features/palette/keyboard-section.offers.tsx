import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SettingSection } from '../../ui/settings/SettingCard.tsx';
import { ShortcutsDialog } from './palette.offers.tsx';

/** Shows and changes the shortcuts. */
export function useKeyboardSection(): SettingSection {
  const { t } = useTranslation('palette');
  const [isOpen, setOpen] = useState(false);
  return {
    key: 'keyboard',
    title: t('keyboard'),
    rows: [
      {
        key: 'shortcuts',
        label: t('settings.label'),
        text: t('settings.text'),
        place: 'beside',
        control: (ids) => (
          <>
            <Button {...ids} variant="default" size="sm" onClick={() => setOpen(true)}>
              {t('settings.show')}
            </Button>
            {isOpen && (
              <Suspense fallback={null}>
                <ShortcutsDialog onClose={() => setOpen(false)} />
              </Suspense>
            )}
          </>
        ),
      },
    ],
  };
}
