import type { CaseContent } from '@cusp/contract/cases';
import { PAGES } from '@cusp/contract/pages';
import { ActionIcon } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { generatePath, Link, useLocation } from 'react-router';
import { Hint } from '../../ui/Hint.tsx';

/** Leads the author's side to the order form; renders nothing if the order cannot be edited. */
export function EditOrderButton({ dentalCase }: { dentalCase: Pick<CaseContent, 'id' | 'edit_order'> }) {
  const { t } = useTranslation('orders');
  const { search } = useLocation();
  if (!dentalCase.edit_order) return null;
  return (
    <Hint label={t('edit.button')}>
      <ActionIcon
        component={Link}
        to={{ pathname: generatePath(PAGES.orderEdit, { caseId: String(dentalCase.id) }), search }}
        variant="default"
        size={36}
        aria-label={t('edit.button')}
      >
        <IconPencil size={18} stroke={1.6} aria-hidden />
      </ActionIcon>
    </Hint>
  );
}
