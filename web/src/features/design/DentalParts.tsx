import { STATUS_FILTERS } from '@cusp/dental/case-status';
import { lookOf, typeColour } from '@cusp/dental/odontogram/restoration-look';
import type { ComponentProps } from 'react';
import {
  IconBridge,
  IconClinic,
  IconConnections,
  IconCrown,
  IconImplant,
  IconInlay,
  IconLab,
  IconLowerScan,
  IconMargin,
  IconSplint,
  IconUpperScan,
  IconVeneer,
} from '../../dental-ui/icons.tsx';
import { ConnectorLines } from '../../dental-ui/odontogram/ConnectorLines.tsx';
import { MiniArch } from '../../dental-ui/odontogram/MiniArch.tsx';
import { ToothPicture } from '../../dental-ui/odontogram/ToothPicture.tsx';
import { StatusBadge, StatusSign } from '../../dental-ui/StatusBadge.tsx';
import { Drawing, type DrawingName } from '../../ui/Drawing.tsx';
import { TitledCard } from '../../ui/TitledCard.tsx';
import classes from './design.module.css';

const ICONS = {
  crown: IconCrown,
  veneer: IconVeneer,
  inlay: IconInlay,
  bridge: IconBridge,
  implant: IconImplant,
  splint: IconSplint,
  'upper scan': IconUpperScan,
  'lower scan': IconLowerScan,
  margin: IconMargin,
  lab: IconLab,
  clinic: IconClinic,
  connections: IconConnections,
};
const DRAWINGS: readonly DrawingName[] = ['empty', 'sent', 'lost', 'offline', 'linked', 'found'];
const MADE = [
  { type: 'crown', teeth: [16] },
  { type: 'veneer', teeth: [11, 21] },
  { type: 'onlay', teeth: [26] },
  { type: 'bridge_abutment', teeth: [44, 46] },
  { type: 'pontic', teeth: [45] },
  { type: 'implant_crown', teeth: [36] },
  { type: 'provisional', teeth: [33] },
];
const GROUPS: ComponentProps<typeof ToothPicture>['groups'] = MADE.map(({ type, teeth }, index) => ({
  key: type,
  mark: String(index + 1),
  name: type,
  color: typeColour(type),
  look: lookOf(type),
  teeth,
}));

const CONNECTORS: ComponentProps<typeof ConnectorLines>['connectors'] = [
  { teeth: [46, 45], joined: true },
  { teeth: [45, 44], joined: false },
];

/** Components specific to dentistry. */
export function DentalParts() {
  return (
    <>
      <TitledCard title="Icons">
        <ul className={classes.icons}>
          {Object.entries(ICONS).map(([name, Icon]) => (
            <li key={name} className={classes.icon}>
              <Icon size={32} />
              <Icon size={20} />
              <Icon size={16} />
              <span className={classes.value}>{name}</span>
            </li>
          ))}
        </ul>
      </TitledCard>
      <TitledCard title="Drawings">
        <ul className={classes.icons}>
          {DRAWINGS.map((name) => (
            <li key={name} className={classes.drawing}>
              <Drawing name={name} />
              <span className={classes.value}>{name}</span>
            </li>
          ))}
        </ul>
      </TitledCard>
      <TitledCard title="Status">
        <div className={classes.row}>
          {STATUS_FILTERS.map((status) => (
            <StatusBadge key={status} status={status} />
          ))}
        </div>
        <div className={classes.row}>
          {STATUS_FILTERS.map((status) => (
            <StatusBadge key={status} status={status} plain />
          ))}
          {STATUS_FILTERS.map((status) => (
            <StatusSign key={status} status={status} name={status} />
          ))}
        </div>
      </TitledCard>
      <TitledCard title="Restorations by type">
        <div className={classes.row}>
          {MADE.map((made) => (
            <MiniArch key={made.type} made={[{ ...made, arch: null }]} />
          ))}
          <MiniArch made={[{ type: 'splint', teeth: [], arch: 'upper' }]} />
          <MiniArch made={[]} />
        </div>
        <div className={classes.chart}>
          <ToothPicture
            system="FDI"
            groups={GROUPS}
            connectors={[
              { teeth: [44, 45], color: 'violet', isPartial: false },
              { teeth: [45, 46], color: 'violet', isPartial: true },
            ]}
            primary={new Set()}
            marked={[24]}
          />
        </div>
        <ConnectorLines connectors={CONNECTORS} system="FDI" />
      </TitledCard>
    </>
  );
}
