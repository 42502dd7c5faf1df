import type admin from '../../../languages/en/admin.json';
import type adminDashboard from '../../../languages/en/admin-dashboard.json';
import type adminExports from '../../../languages/en/admin-exports.json';
import type adminFeatures from '../../../languages/en/admin-features.json';
import type adminLabs from '../../../languages/en/admin-labs.json';
import type adminParties from '../../../languages/en/admin-parties.json';
import type adminSheets from '../../../languages/en/admin-sheets.json';
import type adminTickets from '../../../languages/en/admin-tickets.json';
import type cases from '../../../languages/en/cases.json';
import type common from '../../../languages/en/common.json';
import type connections from '../../../languages/en/connections.json';
import type dashboard from '../../../languages/en/dashboard.json';
import type dataList from '../../../languages/en/data-list.json';
import type dental from '../../../languages/en/dental.json';
import type devices from '../../../languages/en/devices.json';
import type errors from '../../../languages/en/errors.json';
import type files from '../../../languages/en/files.json';
import type groups from '../../../languages/en/groups.json';
import type handoff from '../../../languages/en/handoff.json';
import type history from '../../../languages/en/history.json';
import type invitations from '../../../languages/en/invitations.json';
import type login from '../../../languages/en/login.json';
import type maps from '../../../languages/en/maps.json';
import type newCase from '../../../languages/en/new-case.json';
import type orders from '../../../languages/en/orders.json';
import type password from '../../../languages/en/password.json';
import type profile from '../../../languages/en/profile.json';
import type scans from '../../../languages/en/scans.json';
import type secondStep from '../../../languages/en/second-step.json';
import type security from '../../../languages/en/security.json';
import type settings from '../../../languages/en/settings.json';
import type sharing from '../../../languages/en/sharing.json';
import type shell from '../../../languages/en/shell.json';
import type signup from '../../../languages/en/signup.json';
import type social from '../../../languages/en/social.json';
import type staffDevices from '../../../languages/en/staff-devices.json';
import type staffUsers from '../../../languages/en/staff-users.json';
import type userLocations from '../../../languages/en/user-locations.json';
import type viewer from '../../../languages/en/viewer.json';

/** Keys are checked against the English texts. A new namespace gets its line here. */
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    returnNull: false;
  }
  interface ResourceNamespaceMap {
    admin: typeof admin;
    'admin-dashboard': typeof adminDashboard;
    'user-locations': typeof userLocations;
    'admin-labs': typeof adminLabs;
    'admin-parties': typeof adminParties;
    cases: typeof cases;
    common: typeof common;
    connections: typeof connections;
    dashboard: typeof dashboard;
    'admin-exports': typeof adminExports;
    'admin-features': typeof adminFeatures;
    'admin-sheets': typeof adminSheets;
    'admin-tickets': typeof adminTickets;
    'data-list': typeof dataList;
    dental: typeof dental;
    devices: typeof devices;
    errors: typeof errors;
    files: typeof files;
    groups: typeof groups;
    handoff: typeof handoff;
    history: typeof history;
    invitations: typeof invitations;
    login: typeof login;
    maps: typeof maps;
    'new-case': typeof newCase;
    orders: typeof orders;
    password: typeof password;
    profile: typeof profile;
    scans: typeof scans;
    'second-step': typeof secondStep;
    security: typeof security;
    settings: typeof settings;
    sharing: typeof sharing;
    shell: typeof shell;
    signup: typeof signup;
    social: typeof social;
    'staff-devices': typeof staffDevices;
    'staff-users': typeof staffUsers;
    viewer: typeof viewer;
  }
}
