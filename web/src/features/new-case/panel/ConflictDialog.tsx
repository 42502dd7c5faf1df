import { PAGES } from '@cusp/contract/pages';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { CuspModal } from '../../../ui/dialogs/CuspModal.tsx';
import { useFormat } from '../../../ui/format/use-format.ts';
import type { DraftSaver } from '../saving/draft-saver.ts';
import type { SaverState } from '../saving/saver-state.ts';

/**
 * Asks what to do when another window has saved, sent or discarded the same draft. It may open during typing, so no
 * button has the focus: the next space or Enter would press it.
 */
export function ConflictDialog({ saver, state }: { saver: DraftSaver; state: SaverState }) {
  const { t } = useTranslation('new-case');
  const { recent } = useFormat();
  const navigate = useNavigate();
  const { phase, theirs } = state;
  const [isOpen, setOpen] = useState(true);
  const kind = phase === 'gone' ? 'gone' : 'conflict';
  return (
    <>
      {!isOpen && (
        <Button variant="light" color="red" mt="md" onClick={() => setOpen(true)}>
          {t('conflict.decide')}
        </Button>
      )}
      <CuspModal opened={isOpen} onClose={() => setOpen(false)} title={t(`${kind}.title`)} size={460}>
        <Stack gap="md">
          <Text>
            {kind === 'gone'
              ? t('gone.elsewhere')
              : t('conflict.text', { time: theirs ? recent(theirs.updatedAt) : '' })}
          </Text>
          <Group justify="flex-end" gap="xs">
            {kind === 'gone' ? (
              <>
                <Button
                  variant="default"
                  onClick={() => {
                    saver.stop();
                    void navigate(PAGES.cases);
                  }}
                >
                  {t('gone.toCases')}
                </Button>
                <Button onClick={() => saver.beginAgain()}>{t('gone.again')}</Button>
              </>
            ) : (
              <>
                <Button variant="default" onClick={() => saver.takeTheirs()}>
                  {t('conflict.theirs')}
                </Button>
                <Button onClick={() => saver.keepMine()}>{t('conflict.mine')}</Button>
              </>
            )}
          </Group>
        </Stack>
      </CuspModal>
    </>
  );
}
