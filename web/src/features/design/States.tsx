import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { ApiError } from '../../client/api-error.ts';
import { IconUpperScan } from '../../dental-ui/icons.tsx';
import { DottedLine } from '../../ui/DottedLine.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { FileMeta, FileRow } from '../../ui/FileRow.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { LongName } from '../../ui/LongName.tsx';
import { Pager } from '../../ui/Pager.tsx';
import { PersonAvatar } from '../../ui/PersonAvatar.tsx';
import { QrCode } from '../../ui/QrCode.tsx';
import { SaveBar } from '../../ui/SaveBar.tsx';
import { SkeletonBlock } from '../../ui/SkeletonBlock.tsx';
import { SettingCard } from '../../ui/settings/SettingCard.tsx';
import { TitledCard } from '../../ui/TitledCard.tsx';
import classes from './design.module.css';

const LONG = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
const PAGE = {
  number: 3,
  num_pages: 9,
  num_per_page: 20,
  total_num: 171,
  has_next: true,
  has_previous: true,
  page_range: [1, 2, 3, 4, '…' as const, 9],
};
const NAMES = ['Clara Neumann', 'Hoff Dentaltechnik', '김민준', ''];
const none = () => {};

/** Lists and pages while they load, without entries, with errors and with long texts. */
export function States() {
  return (
    <>
      <div className={classes.pair}>
        <TitledCard title="Loading">
          <LoadingState rows={3} />
          <SkeletonBlock height={20} width="60%" />
        </TitledCard>
        <TitledCard title="Empty">
          <EmptyState
            drawing="empty"
            title="No cases yet"
            text="Cases that you send or receive are listed here."
            action={<Button size="sm">New case</Button>}
          />
        </TitledCard>
        <TitledCard title="Empty panel">
          <EmptyState icon={<IconHistory size={22} />} title="Nothing has happened yet" />
        </TitledCard>
        <TitledCard title="Error">
          <ErrorState error={new ApiError(500, { code: 'internal' })} onRetry={none} />
        </TitledCard>
        <TitledCard title="Offline">
          <ErrorState error={new ApiError(0, { code: 'offline' })} onRetry={none} />
        </TitledCard>
        <TitledCard title="Long text">
          <EmptyState drawing="found" title={LONG} text={LONG} />
        </TitledCard>
      </div>
      <TitledCard title="Files">
        <FileRow icon={IconUpperScan} name="2611-VX5GK3-upper.stl" onShow={none}>
          <FileMeta>6.1 MB</FileMeta>
        </FileRow>
        <FileRow icon={IconUpperScan} name={`${LONG}-upper.stl`}>
          <FileMeta>6.1 MB</FileMeta>
        </FileRow>
        <FileRow icon={IconUpperScan} name="being-deleted.stl" isGoing />
      </TitledCard>
      <TitledCard title="People">
        <div className={classes.row}>
          {NAMES.map((name) => (
            <PersonAvatar key={name} name={name} />
          ))}
        </div>
        <LongName first={LONG} last={LONG} none="(Unknown)" />
        <LongName first="" last="" none="(Unknown)" />
      </TitledCard>
      <TitledCard title="Facts">
        <DottedLine facts={['Zirconia', 'Shade A2', 'Stump shade ND3']} />
        <div className={classes.narrow}>
          <DottedLine
            facts={['2611-U9HPQ5E', '2 unread comments', LONG, 'No line starts or ends with a dot']}
          />
        </div>
      </TitledCard>
      <TitledCard title="Pages">
        <Pager page={PAGE} onPage={none} />
      </TitledCard>
      <SettingCard
        section={{
          key: 'settings',
          title: 'Settings',
          rows: [
            {
              key: 'one',
              label: 'A setting',
              text: 'What it does.',
              place: 'beside',
              control: (ids) => (
                <Button {...ids} variant="default" size="sm">
                  Change
                </Button>
              ),
            },
          ],
        }}
      />
      <SaveBar save="Save settings" isChanged={false} busy={false} onSave={none} onCancel={none} />
      <div className={classes.still}>
        <SaveBar save="Save settings" isChanged busy onSave={none} onCancel={none} />
      </div>
      <SaveBar
        save="Save settings"
        isChanged={false}
        busy={false}
        problem={{ title: 'Not saved', text: 'Somebody else changed the settings.' }}
        onSave={none}
        onCancel={none}
      />
      <TitledCard title="QR code">
        <QrCode text="https://cusp.example/cases/2611-VX5GK3" label="Code of the case" />
      </TitledCard>
    </>
  );
}
