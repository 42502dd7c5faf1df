import type { CaseView } from '@cusp/contract/case-views';
import { changeView } from '@cusp/contract/case-views.routes';
import { Button, Menu } from '@mantine/core';
import { IconBookmark, IconCheck, IconChevronDown } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMayCall } from '../../../client/session/use-may-call.ts';
import { useChange } from '../../../client/use-call.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { toastDone, toastError } from '../../../ui/toast.ts';
import { type CaseFilters, narrowing } from '../filters/case-filters.ts';
import { filtersOfView, type Views, viewFilters } from './use-views.ts';
import classes from './views.module.css';

const SaveViewDialog = lazy(() => import('./SaveViewDialog.tsx'));
const ManageViewsDialog = lazy(() => import('./ManageViewsDialog.tsx'));

interface ViewsMenuProps {
  views: Views;
  filters: CaseFilters;
  onShow(filters: CaseFilters): void;
}

/** Saved views of the list: one's own, then the group's; saving the current filters, and managing one's own. */
export function ViewsMenu({ views, filters, onShow }: ViewsMenuProps) {
  const { t } = useTranslation('cases');
  const { t: errors } = useTranslation('errors');
  const [dialog, setDialog] = useState<'save' | 'manage' | null>(null);
  const change = useChange(changeView);
  const mayChange = useMayCall(changeView);
  const { shown, changed, query } = views;
  const own = views.views.filter(({ is_mine }) => is_mine);
  const shared = views.views.filter(({ is_mine }) => !is_mine);
  const close = () => setDialog(null);
  const item = (view: CaseView) => (
    <Menu.Item
      key={view.id}
      aria-current={view === shown || undefined}
      rightSection={view === shown && <IconCheck size={16} aria-hidden />}
      onClick={() => {
        views.setApplied(view);
        onShow(filtersOfView(view));
      }}
    >
      <span className={classes.name} dir="auto">
        {view.name}
      </span>
      {!view.is_mine && <span className={classes.owner}>{view.owner}</span>}
    </Menu.Item>
  );
  const replace = (view: CaseView) =>
    change.mutate(
      { params: { id: view.id }, body: { filters: viewFilters(filters) } },
      {
        onSuccess: () => toastDone(t('views.replaced', { name: view.name })),
        onError: (error) => toastError(errorText(errors, error)),
      },
    );
  return (
    <>
      <Menu
        position="bottom-start"
        width={280}
        keepMounted={false}
        classNames={{ itemLabel: classes.label }}
        // Live updates may have been lost with the connection.
        onOpen={() => void query.refetch()}
      >
        <Menu.Target>
          <Button
            className={classes.target}
            variant="subtle"
            color="gray"
            size="compact-sm"
            leftSection={<IconBookmark size={16} aria-hidden />}
            rightSection={<IconChevronDown size={14} aria-hidden />}
            aria-label={shown ? t('views.shown', { name: shown.name }) : undefined}
          >
            <span className={classes.name}>{shown?.name ?? t('views.title')}</span>
          </Button>
        </Menu.Target>
        <Menu.Dropdown className={classes.menu}>
          {query.error && !query.data && (
            <Menu.Item onClick={() => void query.refetch()}>{t('views.failed')}</Menu.Item>
          )}
          {query.data && views.views.length === 0 && <Menu.Label>{t('views.none')}</Menu.Label>}
          {own.map(item)}
          {shared.length > 0 && <Menu.Label>{t('views.ofGroup')}</Menu.Label>}
          {shared.map(item)}
          {mayChange && (
            <>
              <Menu.Divider />
              {changed && (
                <Menu.Item onClick={() => replace(changed)}>
                  {t('views.replace', { name: changed.name })}
                </Menu.Item>
              )}
              <Menu.Item
                disabled={!query.data || shown !== undefined || narrowing(filters) === 0}
                onClick={() => setDialog('save')}
              >
                {t('views.save')}
              </Menu.Item>
              {own.length > 0 && (
                <Menu.Item onClick={() => setDialog('manage')}>{t('views.manage')}</Menu.Item>
              )}
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <Suspense fallback={null}>
        {dialog === 'save' && <SaveViewDialog views={views} filters={filters} onClose={close} />}
        {dialog === 'manage' && <ManageViewsDialog own={own} canShare={views.canShare} onClose={close} />}
      </Suspense>
    </>
  );
}
