// Renders a chart as `helm template` does, with the libraries that helm uses: Go templates and sprig.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"gopkg.in/yaml.v2"
)

func plain(value interface{}) interface{} {
	switch typed := value.(type) {
	case map[interface{}]interface{}:
		out := map[string]interface{}{}
		for key, inner := range typed {
			out[fmt.Sprint(key)] = plain(inner)
		}
		return out
	case []interface{}:
		for index, inner := range typed {
			typed[index] = plain(inner)
		}
	}
	return value
}

func read(path string) map[string]interface{} {
	text, err := os.ReadFile(path)
	if err != nil {
		panic(err)
	}
	var out interface{}
	if err := yaml.Unmarshal(text, &out); err != nil {
		panic(err)
	}
	return plain(out).(map[string]interface{})
}

func merge(into, from map[string]interface{}) {
	for key, value := range from {
		inner, isMap := value.(map[string]interface{})
		old, wasMap := into[key].(map[string]interface{})
		if isMap && wasMap {
			merge(old, inner)
		} else {
			into[key] = value
		}
	}
}

func main() {
	chart := os.Args[1]
	values := read(filepath.Join(chart, "values.yaml"))
	given := map[string]interface{}{}
	if err := json.Unmarshal([]byte(os.Args[2]), &given); err != nil {
		panic(err)
	}
	merge(values, given)
	about := read(filepath.Join(chart, "Chart.yaml"))
	upper := map[string]interface{}{}
	for key, value := range about {
		upper[strings.ToUpper(key[:1])+key[1:]] = value
	}
	root := template.New("chart").Option("missingkey=error")
	functions := sprig.TxtFuncMap()
	functions["include"] = func(name string, data interface{}) (string, error) {
		var out bytes.Buffer
		err := root.ExecuteTemplate(&out, name, data)
		return out.String(), err
	}
	functions["toYaml"] = func(value interface{}) string {
		text, err := yaml.Marshal(value)
		if err != nil {
			panic(err)
		}
		return strings.TrimSuffix(string(text), "\n")
	}
	// A cluster whose Secret has this version; `helm template` knows none.
	functions["lookup"] = func(version, kind, namespace, name string) map[string]interface{} {
		found := os.Getenv("SECRET_VERSION")
		if found == "" || version != "v1" || kind != "Secret" || namespace != "shop" {
			return map[string]interface{}{}
		}
		return map[string]interface{}{"metadata": map[string]interface{}{"resourceVersion": found}}
	}
	root.Funcs(functions)
	files, _ := filepath.Glob(filepath.Join(chart, "templates", "*"))
	for _, file := range files {
		text, _ := os.ReadFile(file)
		template.Must(root.New(filepath.Base(file)).Parse(string(text)))
	}
	data := map[string]interface{}{
		"Values":  values,
		"Chart":   upper,
		"Release": map[string]interface{}{"Name": "trial", "Namespace": "shop", "Service": "Helm"},
	}
	for _, file := range files {
		name := filepath.Base(file)
		if strings.HasPrefix(name, "_") {
			continue
		}
		var out bytes.Buffer
		if err := root.ExecuteTemplate(&out, name, data); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		if strings.TrimSpace(out.String()) != "" {
			fmt.Printf("---\n# Source: %s\n%s\n", name, out.String())
		}
	}
}
