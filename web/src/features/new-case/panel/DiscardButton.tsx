import { PAGES } from '@cusp/contract/pages';
import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ApiError } from '../../../client/api-error.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { useConfirm } from '../../../ui/dialogs/confirm-context.ts';
import { toastDone, toastError } from '../../../ui/toast.ts';
import { endUndoOf } from '../../../ui/undo-offers.ts';
import type { DraftSaver } from '../saving/draft-saver.ts';

/** Discards the draft and its files after confirmation. */
export function DiscardButton({ saver }: { saver: DraftSaver }) {
  const { t } = useTranslation('new-case');
  const { t: words } = useTranslation('errors');
  const confirm = useConfirm();
  const navigate = useNavigate();
  const [isGoing, setGoing] = useState(false);
  async function discard() {
    const isSure = await confirm({
      title: t('discard.title'),
      content: t('discard.text'),
      ok: t('discard.ok'),
      danger: true,
    });
    if (!isSure) return;
    setGoing(true);
    try {
      await saver.discard();
    } catch (error) {
      // Another window has already discarded it.
      if (!(error instanceof ApiError && error.code === 'not_found')) {
        setGoing(false);
        return toastError(errorText(words, error));
      }
      saver.stop();
    }
    endUndoOf(saver.edit);
    toastDone(t('discard.done'));
    void navigate(PAGES.cases, { replace: true });
  }
  return (
    <Button
      variant="subtle"
      color="gray"
      size="compact-md"
      leftSection={<IconTrash size={16} stroke={1.6} aria-hidden />}
      loading={isGoing}
      onClick={() => void discard()}
    >
      {t('discard.button')}
    </Button>
  );
}
