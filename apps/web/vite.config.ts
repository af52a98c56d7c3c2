import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { budgets } from './build/budgets.ts';
import { frontPage } from './build/front-page.ts';
import { precompress } from './build/precompress.ts';

/** Paths the API answers while the web app runs under Vite's own server. */
const apiPaths = ['/api', '/users', '/images', '/docs', '/openapi.json', '/unsubscribe'];

/** `/users/password/edit` and `/users/password/forgot` are pages; everything else under the prefixes is a call. */
function pageOnly(request: { headers: { accept?: string | undefined }; url?: string | undefined }) {
  return request.headers.accept?.includes('text/html') ? request.url : undefined;
}

const target = 'http://127.0.0.1:3000';

export default defineConfig({
  plugins: [react(), frontPage(), budgets(), precompress()],
  build: {
    target: 'es2023',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    manifest: true,
    // One style sheet of a few kB: on a phone every further request before the first paint costs more than it.
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'react',
              test: /node_modules\/(react|react-dom|react-router|react-router-dom|scheduler)\//,
            },
            // What nearly every screen needs, in one file instead of a dozen of 1 kB.
            {
              name: 'house',
              test: /src\/(lib\/(class-names|errors|use-title)|config\/site|components\/ui\/(button|icon|likelihood|poster-image|row)\.|app\/shell\/(name-mark|site-footer|theme-button)|features\/plans\/(plan-rules|api\/get-plans))/,
            },
            // What every screen but the landing page needs, and what every member's does. On a slow network each
            // further file costs a round trip, and over HTTP/1.1 a browser fetches six at a time.
            {
              name: 'frame',
              includeDependenciesRecursively: false,
              test: /node_modules\/@tanstack\/(query-core|react-query)\/|src\/(lib\/(toast|top-dialog|use-back-closes|query-client)|components\/ui\/(toaster|dialog|page|query-error|field|form|confirm-dialog)\.|app\/shell\/(frame|member-nav|visitor-bar|keys-dialog|use-shortcuts))/,
            },
            {
              name: 'member',
              includeDependenciesRecursively: false,
              test: /src\/(lib\/(media-(cache|pages)|filters|use-(debounced|near))|components\/(titles\/(?!title-grid)|ui\/(filter-bar|select|switch|provider-marks|stars|page-end))|app\/routes\/member\/member-|features\/(interactions\/(api|answer)|hidden\/(hide-title|api\/set)|lists\/(add-to-list|api\/(add-to-system|remove-from|get-list))|titles\/api\/get-medium))/,
            },
            // What signing in and up have in common.
            {
              name: 'account',
              includeDependenciesRecursively: false,
              test: /src\/(features\/bot-check\/(?!solve\.worker)|components\/ui\/(hung-poster|password-field)\.|app\/routes\/account\/account\.module)/,
            },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: {
      ...Object.fromEntries(apiPaths.map((path) => [path, { target, bypass: pageOnly }])),
      '^/(accept_list|reject_list)/': { target, bypass: pageOnly },
    },
  },
});
