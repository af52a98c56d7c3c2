import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { budgets } from './build/budgets.ts';
import { frontPage } from './build/front-page.ts';
import { precompress } from './build/precompress.ts';

/** Paths that Vite's development server passes to the API. */
const apiPaths = ['/api', '/users', '/images', '/docs', '/openapi.json', '/unsubscribe'];

/** `/users/password/edit` and `/users/password/forgot` are pages. Every other path with these prefixes is a call. */
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
    // One style sheet of a few kB. On a phone each further request before the first paint costs more.
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'react',
              test: /node_modules\/(react|react-dom|react-router|react-router-dom|scheduler)\//,
            },
            // Modules that nearly every screen needs, in one file instead of a dozen of 1 kB.
            {
              name: 'shared',
              test: /src\/(lib\/(screen\/(class-names|use-title)|http\/errors)|config\/site|components\/ui\/(button|icon|likelihood|poster-image|row)\.|app\/shell\/(name-mark|site-footer|theme-button)|features\/plans\/(monthly-price|api\/get-plans))/,
            },
            // Modules of every screen except the landing page, and modules of every member screen. On a slow network
            // each further file costs a round trip, and HTTP/1.1 browsers fetch six files at a time.
            {
              name: 'frame',
              includeDependenciesRecursively: false,
              test: /node_modules\/@tanstack\/(query-core|react-query)\/|src\/(lib\/(screen\/(toast|top-dialog|use-back-closes)|http\/query-client)|components\/ui\/(toaster|dialog|page|query-error|field|form|confirm-dialog)\.|app\/shell\/(frame|member-nav|visitor-bar|keys-dialog|use-shortcuts))/,
            },
            {
              name: 'member',
              includeDependenciesRecursively: false,
              test: /src\/(lib\/screen\/use-(debounced|near)|components\/ui\/(select|switch|provider-marks|stars|page-end)\.|app\/routes\/member\/member-|features\/(interactions\/(api|answer)|hidden\/(hide-title|api\/set)|lists\/(add-to-list|failed-link|components\/invitations|api\/(add-to-system|remove-from|get-list|answer-invitation))|titles\/(cache\/media-(cache|pages)|hooks|art|facts|api\/(get-medium|save-pref)|components\/(because|filter-bar|load-more-card|match|offer-link|title-(card|links)))))/,
            },
            // Modules shared by login and sign-up.
            {
              name: 'account',
              includeDependenciesRecursively: false,
              test: /src\/(features\/bot-check\/(?!solve\.worker)|components\/ui\/(beside-poster|password-field)\.|app\/routes\/account\/account\.module)/,
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
