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

{{/* What a container is told: settings, and where its secrets lie. */}}
{{- define "kontor.env" -}}
{{- range $name, $value := .Values.settings }}
- name: {{ $name }}
  value: {{ $value | quote }}
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
{{- end }}
