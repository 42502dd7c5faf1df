import type { CaseDetail } from '@cusp/contract/cases';
import { downloadFile } from '@cusp/contract/files.routes';
import { PAGES } from '@cusp/contract/pages';
import type { PersonHere } from '@cusp/contract/presence';
import { nextAction } from '@cusp/dental/case-status';
import { fullName } from '@cusp/text/names';
import { ActionIcon, Popover, UnstyledButton } from '@mantine/core';
import { IconChevronLeft } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { useCommands } from '../../../client/keyboard/commands.ts';
import { usePageTitle } from '../../../client/page-title.ts';
import { useMayCall } from '../../../client/session/use-may-call.ts';
import { StatusBadge } from '../../../dental-ui/StatusBadge.tsx';
import { LongName } from '../../../ui/LongName.tsx';
import { PersonAvatar } from '../../../ui/PersonAvatar.tsx';
import { toastError } from '../../../ui/toast.ts';
import { DownloadAllButton } from '../../files/files.offers.tsx';
import { usePlannedStatuses, useShownStatus } from '../../offline/offline.offers.ts';
import { isFromList } from '../case-paths.ts';
import { DeliveryHint } from '../list/DeliveryHint.tsx';
import presenceClasses from '../presence/presence.module.css';
import { Counts, type Sections } from './Counts.tsx';
import classes from './detail-top.module.css';
import { MoreActions } from './MoreActions.tsx';
import { NextAction, useStepNames } from './NextAction.tsx';
import { StatusMenu } from './StatusMenu.tsx';
import { useStatusChange, useWhyFixed } from './use-status-change.ts';

interface DetailTopProps extends Sections {
  dentalCase: CaseDetail;
  /** Other people who are viewing the case. */
  people: readonly PersonHere[];
  hasBack: boolean;
}

/** Patient, number, due date, status and the next step; stays in view. On a phone the title takes the focus. */
export function DetailTop({ dentalCase, people, hasBack, ...sections }: DetailTopProps) {
  const { t } = useTranslation('cases');
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const title = useRef<HTMLHeadingElement>(null);
  const menu = useRef<HTMLButtonElement>(null);
  const mayDownload = useMayCall(downloadFile);
  const stepName = useStepNames();
  const whyFixed = useWhyFixed();
  const change = useStatusChange(dentalCase);
  const { status, usertype, actions } = dentalCase;
  const planned = usePlannedStatuses().get(dentalCase.id);
  const statusOf = useShownStatus();
  const next = planned ? null : nextAction(usertype, status.code, actions);
  useCommands([
    {
      shortcut: 'status',
      isInPalette: false,
      of: dentalCase.id,
      run: () => {
        const { author, to } = dentalCase;
        const other =
          usertype === 'OT' ? author.institution || author.disp_name : to.institution || to.username;
        if (!menu.current) toastError(planned ? t('offline.waits') : whyFixed(dentalCase, other));
        menu.current?.focus();
        menu.current?.click();
      },
    },
    ...(change.pending ? [] : actions.filter((action) => action !== planned)).map((action) => ({
      label: stepName(action),
      run: () => change.take(action),
    })),
  ]);
  const { firstname, lastname } = dentalCase.patient;
  const patient = fullName(firstname, lastname) || t('list.noPatient');
  // The list selects a case automatically, which does not make the page that case's.
  usePageTitle(pathname === PAGES.cases ? '' : `${patient} · ${dentalCase.no}`);
  useEffect(() => {
    if (hasBack) title.current?.focus({ preventScroll: true });
  }, [hasBack]);
  return (
    <header className={classes.top} data-next={next ?? planned}>
      {hasBack && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t('detail.toList')}
          onClick={() =>
            isFromList(state) ? navigate(-1) : navigate({ pathname: PAGES.cases, search }, { replace: true })
          }
        >
          <IconChevronLeft size={20} aria-hidden />
        </ActionIcon>
      )}
      <div className={classes.titles}>
        <h2 ref={title} id="case-title" tabIndex={-1} className={classes.title} title={patient}>
          <LongName first={firstname} last={lastname} none={t('list.noPatient')} wraps />
        </h2>
        <div className={classes.meta}>
          <span className={classes.shortStatus} aria-hidden>
            <StatusBadge status={statusOf(dentalCase)} plain />
          </span>
          <span className={classes.number}>
            {dentalCase.order_version === 1
              ? dentalCase.no
              : t('detail.noAndVersion', { no: dentalCase.no, version: dentalCase.order_version })}
          </span>
          {dentalCase.deliverydt && <DeliveryHint item={dentalCase} isSorted />}
        </div>
      </div>
      <PeopleHere people={people} />
      <div className={classes.tools}>
        <Counts dentalCase={dentalCase} {...sections} />
        {mayDownload && (
          <DownloadAllButton
            className={classes.download}
            caseId={dentalCase.id}
            side={dentalCase}
            disabled={dentalCase.files.length === 0}
          />
        )}
        <div className={classes.actions}>
          <StatusMenu ref={menu} dentalCase={dentalCase} planned={planned} change={change} />
          {planned && <span className={classes.planned}>{t('offline.waits')}</span>}
          {next && <NextAction action={next} change={change} heir={menu} />}
        </div>
      </div>
      <MoreActions dentalCase={dentalCase} />
    </header>
  );
}

const SHOWN = 3;

/** Avatars of the others who have the case open; pressing them shows the names. */
function PeopleHere({ people }: { people: readonly PersonHere[] }) {
  const { t, i18n } = useTranslation('cases');
  if (people.length === 0) return null;
  const names = new Intl.ListFormat(i18n.language).format(people.map(({ name }) => name));
  const more = people.length - SHOWN;
  return (
    <Popover position="bottom-end" shadow="md" withinPortal>
      <Popover.Target>
        <UnstyledButton className={presenceClasses.here} aria-label={t('presence.here', { names })}>
          {people.slice(0, SHOWN).map((person) => (
            <span key={person.id} className={presenceClasses.face}>
              <PersonAvatar name={person.name} picture={person.picture} size={24} />
            </span>
          ))}
          {more > 0 && <span className={presenceClasses.more}>+{more}</span>}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className={presenceClasses.list}>
        <p className={presenceClasses.title}>{t('presence.title')}</p>
        <ul className={presenceClasses.people}>
          {people.map((person) => (
            <li key={person.id} className={presenceClasses.person}>
              <PersonAvatar name={person.name} picture={person.picture} size={24} />
              <span className={presenceClasses.name}>{person.name}</span>
            </li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  );
}
