{{- define "kontor.selector" -}}
app.kubernetes.io/name: kontor
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "kontor.labels" -}}
{{ include "kontor.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- define "kontor.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{/* A setting as the server reads it: 1 for true, 1000000 and not 1e+06. */}}
{{- define "kontor.text" -}}
{{- if kindIs "bool" . }}{{ ternary "1" "0" . }}
{{- else if and (kindIs "float64" .) (eq (floor .) .) }}{{ int64 . }}
{{- else }}{{ . }}{{ end }}
{{- end }}

{{/* What a container is told: settings, and where its secrets lie. */}}
{{- define "kontor.env" -}}
{{- range $name, $value := .Values.settings }}
- name: {{ $name }}
  value: {{ include "kontor.text" $value | quote }}
{{- end }}
{{- range $name, $key := .Values.secretKeys }}
- name: {{ $name }}_FILE
  value: /run/secrets/kontor/{{ $key }}
{{- end }}
{{- end }}

{{/* Nobody's rights, and a root that can't be written. */}}
{{- define "kontor.guarded" -}}
readOnlyRootFilesystem: true
allowPrivilegeEscalation: false
capabilities:
  drop: [ALL]
{{- end }}

{{- define "kontor.volumes" -}}
- name: secrets
  secret:
    secretName: {{ .Values.secretName }}
- name: var
  {{- if .Values.volumeClaim }}
  persistentVolumeClaim:
    claimName: {{ .Values.volumeClaim }}
  {{- else }}
  emptyDir: {}
  {{- end }}
{{- end }}

{{- define "kontor.mounts" -}}
- name: secrets
  mountPath: /run/secrets/kontor
  readOnly: true
- name: var
  mountPath: /app/var
{{- end }}

{{- define "kontor.pod" -}}
automountServiceAccountToken: false
# Addresses of other services would come as variables, such as METRICS_PORT of one named `metrics`.
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile:
    type: RuntimeDefault
{{- with .Values.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* Changes with the content of the Secret, so that pods restart: files are read at start only. */}}
{{- define "kontor.secretRevision" -}}
{{- $secret := lookup "v1" "Secret" .Release.Namespace .Values.secretName | default dict -}}
{{ .Values.secretRevision }}/{{ dig "metadata" "resourceVersion" "" $secret }}
{{- end }}
