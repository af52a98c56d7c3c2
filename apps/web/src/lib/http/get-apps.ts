import { api } from './api.ts';

/** Returns where the apps are in the stores, null for each system without an app. */
export const getApps = () => api('GET /api/v1/apps');
