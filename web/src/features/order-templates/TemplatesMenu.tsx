import type { OrderTemplate, TemplateFields } from '@cusp/contract/order-templates';
import { addTemplate, changeTemplate, listTemplates } from '@cusp/contract/order-templates.routes';
import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconTemplate } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMayCall } from '../../client/session/use-may-call.ts';
import { useCall, useChange } from '../../client/use-call.ts';
import { errorText } from '../../i18n/error-text.ts';
import { toastDone, toastError } from '../../ui/toast.ts';
import { templateOf, useSaveTemplate } from './save-template.offers.tsx';
import classes from './templates.module.css';

const ManageTemplatesDialog = lazy(() => import('./ManageTemplatesDialog.tsx'));

interface TemplatesMenuProps {
  /** Current values of the form. */
  fields: TemplateFields;
  onApply(template: OrderTemplate): void;
}

/** Templates of a new case: one's own, then the group's; saving the order of the form, and managing one's own. */
export function TemplatesMenu({ fields: form, onApply }: TemplatesMenuProps) {
  const fields = templateOf(form);
  const { t } = useTranslation('templates');
  const { t: errors } = useTranslation('errors');
  const mayChange = useMayCall(addTemplate);
  const { data, error, refetch } = useCall(listTemplates, {}, ['templates']);
  const [isManaging, setManaging] = useState(false);
  const [appliedId, setAppliedId] = useState<number | null>(null);
  const [saving, openSaving] = useSaveTemplate(() => fields);
  const change = useChange(changeTemplate);
  const templates = data?.templates ?? [];
  const own = templates.filter(({ is_mine }) => is_mine);
  const shared = templates.filter(({ is_mine }) => !is_mine);
  const applied = own.find(({ id }) => id === appliedId);
  const item = (template: OrderTemplate) => (
    <Menu.Item
      key={template.id}
      onClick={() => {
        setAppliedId(template.id);
        onApply(template);
      }}
    >
      <span className={classes.name} dir="auto">
        {template.name}
      </span>
      {!template.is_mine && <span className={classes.owner}>{template.owner}</span>}
    </Menu.Item>
  );
  const replace = ({ id, name, fields: before }: OrderTemplate) =>
    change.mutate(
      // A template without a note gets none, because the form's note may be about the patient.
      { params: { id }, body: { fields: { ...fields, note: before.note === '' ? '' : fields.note } } },
      {
        onSuccess: () => toastDone(t('replaced', { name })),
        onError: (failure) => toastError(errorText(errors, failure)),
      },
    );
  const isBare = fields.restorations.length === 0 && fields.note.trim() === '';
  return (
    <>
      <Menu position="bottom-end" width={280} keepMounted={false} classNames={{ itemLabel: classes.label }}>
        <Menu.Target>
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            leftSection={<IconTemplate size={16} aria-hidden />}
            rightSection={<IconChevronDown size={14} aria-hidden />}
          >
            {t('title')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown className={classes.menu}>
          {error && !data && <Menu.Item onClick={() => void refetch()}>{t('failed')}</Menu.Item>}
          {data && templates.length === 0 && <Menu.Label>{t('none')}</Menu.Label>}
          {own.map(item)}
          {shared.length > 0 && <Menu.Label>{t('ofGroup')}</Menu.Label>}
          {shared.map(item)}
          {mayChange && (
            <>
              <Menu.Divider />
              {applied && fields.restorations.length > 0 && (
                <Menu.Item onClick={() => replace(applied)}>{t('replace', { name: applied.name })}</Menu.Item>
              )}
              <Menu.Item disabled={!data || isBare} onClick={() => void openSaving()}>
                {t('save')}
              </Menu.Item>
              {own.length > 0 && <Menu.Item onClick={() => setManaging(true)}>{t('manage')}</Menu.Item>}
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {saving}
      <Suspense fallback={null}>
        {isManaging && (
          <ManageTemplatesDialog
            own={own}
            canShare={data?.can_share ?? false}
            onClose={() => setManaging(false)}
          />
        )}
      </Suspense>
    </>
  );
}
