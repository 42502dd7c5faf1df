import type { CaseDetail, NumberSystem, Restoration } from '@cusp/contract/cases';
import { connectorsOf, drawnConnectors } from '@cusp/dental/connectors';
import { lookOf, typeColour } from '@cusp/dental/odontogram/restoration-look';
import { isMaterial, isRestorationType } from '@cusp/dental/restorations';
import { type Jaw, NUMBER_SYSTEMS, PRIMARY_IDS, type ToothId, toothOf } from '@cusp/dental/teeth';
import { inOwnOrder } from '@cusp/text/unseen';
import { IconCircleCheck } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConnectorLines } from '../../../dental-ui/odontogram/ConnectorLines.tsx';
import colors from '../../../dental-ui/odontogram/group-colors.module.css';
import type { OdontogramGroup } from '../../../dental-ui/odontogram/odontogram.types.ts';
import words from '../../../dental-ui/odontogram/restoration-line.module.css';
import { ToothLabels } from '../../../dental-ui/odontogram/ToothLabel.tsx';
import { ToothPicture } from '../../../dental-ui/odontogram/ToothPicture.tsx';
import { foreignWordsOf } from '../../../dental-ui/order-words.ts';
import { DottedLine } from '../../../ui/DottedLine.tsx';
import { LateSelect } from '../../../ui/late-target.tsx';
import { LongText } from '../LongText.tsx';
import view from './case-view.module.css';
import classes from './restorations-section.module.css';

/** The chart groups of the restorations, numbered in list order. */
export function groupsOf(
  restorations: readonly Restoration[],
  nameOf: (restoration: Restoration) => string,
): OdontogramGroup[] {
  return restorations.map((restoration, index) => ({
    key: String(restoration.id),
    mark: String(index + 1),
    name: nameOf(restoration),
    color: typeColour(restoration.type),
    teeth: restoration.teeth,
    arch: restoration.arch,
    look: lookOf(restoration.type),
  }));
}

/** The only jaw that an order is about; undefined for both, for none, or for teeth missing from the chart. */
export function jawOf(restorations: readonly Restoration[]): Jaw | undefined {
  const jaws = new Set<Jaw | undefined>();
  for (const restoration of restorations) {
    if (restoration.arch) jaws.add(restoration.arch);
    for (const fdi of restoration.teeth) jaws.add(toothOf(fdi)?.jaw);
  }
  const [jaw] = jaws;
  return jaws.size === 1 ? jaw : undefined;
}

interface RestorationsSectionProps {
  /** Cases that a device kept before they had connectors lack these. */
  dentalCase: Pick<CaseDetail, 'restorations' | 'number_sys' | 'no_restoration_reason' | 'scans_follow'> &
    Partial<Pick<CaseDetail, 'connectors'>>;
  /** The number system, if other parts of the page share it. */
  system?: NumberSystem;
  onSystem?(system: NumberSystem): void;
  /** The level of its heading: one below the title of the case. */
  heading?: 'h2' | 'h3';
}

const MILK_TEETH: ReadonlySet<ToothId> = new Set(PRIMARY_IDS);
const NO_TEETH: ReadonlySet<ToothId> = new Set();

/** The restorations as a tooth chart and a list, in the order's number system or another one. */
export function RestorationsSection({
  dentalCase,
  heading: Heading = 'h3',
  ...shared
}: RestorationsSectionProps) {
  const { t } = useTranslation('cases');
  const { t: dental } = useTranslation('dental');
  const { restorations } = dentalCase;
  const [own, setOwn] = useState(dentalCase.number_sys);
  const { system = own, onSystem = setOwn } = shared;
  const groups = useMemo(() => {
    const nameOf = ({ type, displayName }: Restoration) =>
      isRestorationType(type) ? dental(`types.${type}`) : displayName;
    return groupsOf(restorations, nameOf);
  }, [restorations, dental]);
  const connectors = useMemo(
    () => dentalCase.connectors ?? connectorsOf(restorations, []),
    [dentalCase.connectors, restorations],
  );
  const joined = useMemo(() => drawnConnectors(restorations, connectors), [restorations, connectors]);
  return (
    <section className={classes.section} aria-label={t('detail.restorations')}>
      <div className={view.headingLine}>
        <Heading className={view.heading}>{t('detail.restorations')}</Heading>
        {restorations.length > 0 && (
          <LateSelect
            size="xs"
            className={classes.system}
            aria-label={dental('chart.system')}
            allowDeselect={false}
            data={NUMBER_SYSTEMS.map((value) => ({ value, label: dental(`systems.${value}`) }))}
            value={system}
            onChange={(value) => onSystem(NUMBER_SYSTEMS.find((each) => each === value) ?? system)}
          />
        )}
      </div>
      {restorations.length === 0 ? (
        <div className={view.quiet}>
          <p className={classes.paragraph}>{t('detail.noRestorations')}</p>
          {dentalCase.no_restoration_reason && (
            <LongText text={inOwnOrder(dentalCase.no_restoration_reason)} lines={6} />
          )}
        </div>
      ) : (
        <div className={classes.restorations}>
          <ToothPicture
            system={system}
            jaw={jawOf(restorations)}
            // As on paper forms: letters for primary teeth are shown on primary teeth.
            primary={system === 'Primary' ? MILK_TEETH : NO_TEETH}
            groups={groups}
            connectors={joined}
          />
          <div className={classes.made}>
            <RestorationTable restorations={restorations} groups={groups} system={system} />
            <ConnectorLines connectors={connectors} system={system} />
          </div>
        </div>
      )}
      {dentalCase.scans_follow && <p className={classes.notice}>{t('detail.scansFollow')}</p>}
    </section>
  );
}

interface RestorationTableProps {
  restorations: readonly Restoration[];
  /** The chart's groups, one per restoration. */
  groups: readonly OdontogramGroup[];
  system: NumberSystem;
}

/** One line per restoration: teeth, type, material and colour. */
function RestorationTable({ restorations, groups, system }: RestorationTableProps) {
  const { t } = useTranslation('dental');
  return (
    <ul className={`${classes.list} ${colors.colors}`}>
      {restorations.map((restoration, index) => {
        const { material, shade, stump_shade } = restoration;
        const foreign = foreignWordsOf(restoration, t);
        const details = [
          isMaterial(material.code) ? t(`materials.${material.code}`) : material.name,
          shade && `${t('words.shade')} ${shade}`,
          stump_shade && `${t('words.stumpShade')} ${stump_shade}`,
        ];
        return (
          <li key={restoration.id} className={classes.item}>
            <span className={words.mark} data-color={groups[index]?.color} aria-hidden>
              {groups[index]?.mark}
            </span>
            <span className={words.what}>
              <span className={words.name}>{groups[index]?.name}</span>
              <span className={words.details}>
                <DottedLine facts={details} />
              </span>
              {restoration.meant.map((code) => (
                <span key={code} className={classes.meant}>
                  <IconCircleCheck size={15} stroke={1.7} aria-hidden /> {t(`meant.${code}`)}
                </span>
              ))}
            </span>
            <span className={`${words.teeth} ${classes.place}`}>
              {restoration.arch && t(`chart.${restoration.arch}`)}
              {restoration.teeth.length > 0 && <ToothLabels teeth={restoration.teeth} system={system} />}
              {foreign.length > 0 && ` ${foreign.join(', ')}`}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
